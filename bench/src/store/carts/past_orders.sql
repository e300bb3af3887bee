-- Creates $1 past orders, each of one of the $2 products. One in forty is pending. Without past orders, Postgres would
-- plan for empty tables and retain these plans. The check of a foreign key would then read all orders of the site, and
-- a checkout would read all pending orders.
with placed as (
    insert into orders (
        site_id, number, status, payment_status, cart_id, customer_email, customer_name, currency, subtotal, total,
        payment_provider, expires_at, created_at, updated_at
    )
    select 1, 'past-' || number, case number % 40 when 0 then 'pending' else 'delivered' end, 'unpaid', -number,
        'customer-' || number || '@example.com', 'Ada Lovelace', 'USD', 1000, 1000, 'test', now() + interval '1 day',
        now() - interval '1 day', now()
    from generate_series(1, $1::bigint) as number
    returning site_id, id, cart_id, created_at
),
changes as (
    insert into order_status_changes (site_id, order_id, to_status, occurred_at)
    select 1, placed.id, 'pending', placed.created_at
    from placed
)
insert into order_items (site_id, order_id, position, product_id, variant_id, product_name, unit_price, quantity, total)
select 1, placed.id, 1, item.product_id, item.product_id * 10 + 1, 'A product', 1000, 1, 1000
from placed
cross join lateral (select -placed.cart_id % $2::bigint + 1 as product_id) as item
