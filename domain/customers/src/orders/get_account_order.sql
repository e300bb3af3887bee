-- URLs of the pictures of designs begin with $4.
select
    placed.number as order_number,
    placed.status,
    placed.payment_status,
    placed.customer_name,
    placed.customer_email,
    placed.shipping_address,
    placed.billing_address,
    placed.subtotal,
    placed.shipping_total,
    placed.tax_total,
    placed.discount_total,
    placed.gift_certificate_total,
    placed.total,
    placed.shipping_method,
    placed.carrier,
    placed.tracking_number,
    placed.tracking_url,
    placed.latest_tracking_status,
    placed.latest_tracking_event_at,
    placed.paid_at,
    placed.shipped_at,
    placed.delivered_at,
    placed.created_at,
    (
        select coalesce(
            json_agg(
                json_build_object(
                    'processedAt', event.processed_at,
                    'eventType', event.event_type,
                    'payload', event.payload
                )
                order by event.processed_at, event.event_id
            ),
            '[]'
        )
        from order_tracking_events event
        where event.site_id = $1
        and event.order_id = placed.id
    ) as tracking_events,
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
    from customer_orders theirs
    where theirs.site_id = $1
    and theirs.customer_id = $2
    and theirs.id = placed.id
)
order by placed.id
limit 1
