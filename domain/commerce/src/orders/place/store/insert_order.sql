-- Stores the order $2, whose members are named after their columns.
insert into orders (
    site_id, number, status, payment_status, cart_id, cart_sha256, customer_id, customer_email, customer_name,
    customer_phone, shipping_address, billing_address, customer_note, currency, subtotal, discount_total,
    shipping_total, tax_total, gift_certificate_total, total, discount_code, gift_certificate_code,
    shipping_rate_id, shipping_method, payment_provider, payment_account, expires_at, created_at, updated_at,
    paid_at
)
select
    $1, draft.number, draft.status, draft.payment_status, draft.cart_id, draft.cart_sha256, draft.customer_id,
    draft.customer_email, draft.customer_name, draft.customer_phone, draft.shipping_address,
    draft.billing_address, draft.customer_note, draft.currency, draft.subtotal, draft.discount_total,
    draft.shipping_total, draft.tax_total, draft.gift_certificate_total, draft.total, draft.discount_code,
    draft.gift_certificate_code, draft.shipping_rate_id, draft.shipping_method, draft.payment_provider,
    draft.payment_account, draft.expires_at, draft.created_at, draft.created_at,
    case when draft.status = 'paid' then draft.created_at end
from jsonb_populate_record(null::orders, $2::jsonb) as draft
returning id
