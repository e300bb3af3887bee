select
    o.number as order_number,
    o.status,
    o.payment_status,
    o.customer_name,
    o.customer_email,
    o.shipping_address,
    o.billing_address,
    o.subtotal,
    o.shipping_total,
    o.tax_total,
    o.discount_total,
    o.gift_certificate_total,
    o.total,
    o.shipping_method,
    o.carrier,
    o.tracking_number,
    o.tracking_url,
    o.latest_tracking_status,
    o.latest_tracking_event_at,
    o.paid_at,
    o.shipped_at,
    o.delivered_at,
    o.created_at,
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
        and item.order_id = o.id
    ) as items,
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
        and event.order_id = o.id
    ) as tracking_events
from orders o
where o.site_id = $1
and lower(o.number collate "und-x-icu") = lower($2 collate "und-x-icu")
and lower(o.customer_email collate "und-x-icu") = lower(btrim($3) collate "und-x-icu")
order by o.id
limit 1
