select line.name, line.value
from orders o
cross join lateral (
    values
        (1, 'Order', o.number),
        (2, 'Site', o.site_id::text),
        (3, 'Status', o.status),
        (4, 'Payment', o.payment_status || ' (' || o.payment_provider || ')'),
        (5, 'Intent', o.payment_intent_id),
        (6, 'Customer', o.customer_name),
        (7, 'E-mail', o.customer_email),
        (8, 'Phone', o.customer_phone),
        (9, 'Ships to', o.shipping_address::text),
        (10, 'Billed to', o.billing_address::text),
        (11, 'Customer''s note', o.customer_note),
        (12, 'Subtotal', o.subtotal::text),
        (13, 'Discount', nullif(o.discount_total, 0) || coalesce(' (' || o.discount_code || ')', '')),
        (14, 'Shipping', o.shipping_total || coalesce(' (' || o.shipping_method || ')', '')),
        (15, 'Tax', nullif(o.tax_total, 0)::text),
        (16, 'Gift certificate', nullif(o.gift_certificate_total, 0)::text),
        (17, 'Total', o.total || ' ' || o.currency),
        (18, 'Refunded', nullif(o.refunded_total, 0)::text),
        (19, 'Parcel', o.carrier || ' ' || o.tracking_number || coalesce(' ' || o.tracking_url, '')),
        (20, 'Tracker says', o.latest_tracking_status)
) as line (position, name, value)
where o.site_id = $1
and o.id = $2
order by line.position
