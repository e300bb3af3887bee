-- Pictures of designs are found under $4.
with
--[their_orders.sql]
select
--[order_columns.sql]
    placed.id,
    placed.customer_note,
    placed.discount_code,
    (
        select coalesce(
            json_agg(
                json_build_object(
                    'productName', item.product_name,
                    'variantName', item.variant_name,
                    'sku', item.sku,
                    'unitPrice', item.unit_price,
                    'quantity', item.quantity,
                    'total', item.total,
                    'designId', item.design_id,
                    'designThumbnail', $4::text || item.design_thumbnail_key
                )
                order by item.position
            ),
            '[]'
        )
        from order_items item
        where item.site_id = $1
        and item.order_id = placed.id
    ) as items,
    (
        select coalesce(
            json_agg(
                json_build_object(
                    'from', change.from_status,
                    'to', change.to_status,
                    'at', change.occurred_at,
                    'note', change.note
                )
                order by change.id
            ),
            '[]'
        )
        from order_status_changes change
        where change.site_id = $1
        and change.order_id = placed.id
    ) as status_history
from orders placed
where placed.site_id = $1
and lower(placed.number collate "und-x-icu") = lower($3 collate "und-x-icu")
and exists (
    select
    from theirs
    where theirs.id = placed.id
)
order by placed.id
limit 1
