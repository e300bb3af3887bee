-- To take everything again, an order needs these numbers of products and variants, and maybe a gift certificate.
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
