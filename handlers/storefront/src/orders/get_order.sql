-- If the purchaser was erased, the order's e-mail address is empty. Such an order is never found.
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
    array_to_json(array(
        select json_build_object(
            'processedAt', event.processed_at,
            'eventType', event.event_type,
            'payload', event.payload
        )
        from order_tracking_events event
        where event.site_id = $1
        and event.order_id = placed.id
        order by event.processed_at, event.event_id
    )) as tracking_events,
    array_to_json(array(
        select json_build_object(
            'productName', item.product_name,
            'variantName', item.variant_name,
            'sku', item.sku,
            'unitPrice', item.unit_price,
            'quantity', item.quantity,
            'total', item.total
        )
        from order_items item
        where item.site_id = $1
        and item.order_id = placed.id
        order by item.position
    )) as items
from orders placed
where placed.site_id = $1
and lower(placed.number collate "und-x-icu") = lower($2 collate "und-x-icu")
and lower(placed.customer_email collate "und-x-icu") = lower(btrim($3) collate "und-x-icu")
and placed.customer_email <> ''
order by placed.id
limit 1
