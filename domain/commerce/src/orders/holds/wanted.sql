-- Returns the numbers of products and variants in the order, and whether the order used a gift certificate. All of
-- these must still exist for the order to take them again.
select
    (
        select count(distinct item.product_id)
        from order_items item
        where item.site_id = $1
        and item.order_id = $2
    ) as products,
    (
        select count(distinct item.variant_id)
        from order_items item
        where item.site_id = $1
        and item.order_id = $2
    ) as variants,
    placed.gift_certificate_total > 0 as gift
from orders placed
where placed.site_id = $1
and placed.id = $2
