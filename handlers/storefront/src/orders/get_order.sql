-- One whose purchaser was erased names nobody.
select
--[order_columns.sql]
    (
        select coalesce(
            json_agg(
                json_build_object(
                    'productName', item.product_name,
                    'variantName', item.variant_name,
                    'sku', item.sku,
                    'unitPrice', item.unit_price,
                    'quantity', item.quantity,
                    'total', item.total
                )
                order by item.position
            ),
            '[]'
        )
        from order_items item
        where item.site_id = $1
        and item.order_id = placed.id
    ) as items
from orders placed
where placed.site_id = $1
and lower(placed.number collate "und-x-icu") = lower($2 collate "und-x-icu")
and lower(placed.customer_email collate "und-x-icu") = lower(btrim($3) collate "und-x-icu")
and placed.customer_email <> ''
order by placed.id
limit 1
