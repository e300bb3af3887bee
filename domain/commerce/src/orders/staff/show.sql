select shown.name, shown.value
from orders placed
cross join lateral (
    values
        (1, 'Order', placed.number),
        (2, 'Site', placed.site_id::text),
        (3, 'Status', placed.status),
        (4, 'Payment', placed.payment_status || ' (' || placed.payment_provider || ')'),
        (5, 'Intent', placed.payment_intent_id),
        (6, 'Customer', placed.customer_name),
        (7, 'E-mail', placed.customer_email),
        (8, 'Phone', placed.customer_phone),
        (9, 'Ships to', placed.shipping_address::text),
        (10, 'Billed to', placed.billing_address::text),
        (11, 'Customer''s note', placed.customer_note),
        (12, 'Subtotal', placed.subtotal::text),
        (13, 'Discount', nullif(placed.discount_total, 0) || coalesce(' (' || placed.discount_code || ')', '')),
        (14, 'Shipping', placed.shipping_total || coalesce(' (' || placed.shipping_method || ')', '')),
        (15, 'Tax', nullif(placed.tax_total, 0)::text),
        (16, 'Gift certificate', nullif(placed.gift_certificate_total, 0)::text),
        (17, 'Total', placed.total || ' ' || placed.currency),
        (18, 'Refunded', nullif(placed.refunded_total, 0)::text),
        (19, 'Parcel', placed.carrier || ' ' || placed.tracking_number || coalesce(' ' || placed.tracking_url, '')),
        (20, 'Tracker says', placed.latest_tracking_status)
) as shown (position, name, value)
where placed.site_id = $1
and placed.id = $2
order by shown.position
