-- Creates carts of the sessions $1 || 1 to $1 || $2. Each has $3 lines, with the first variants of some of the $4
-- products.
with numbers as (
    select number, $1::text || number as session_id
    from generate_series(1, $2::bigint) as number
),
filled as (
    insert into carts (site_id, session_id, expires_at, created_at, updated_at)
    select 1, numbers.session_id, now() + interval '7 days', now(), now()
    from numbers
    returning id, session_id
)
insert into cart_items (site_id, id, cart_id, product_id, variant_id, quantity, created_at, updated_at)
select 1, 1 + (random() * 9007199254740990)::bigint, filled.id, line.product_id, line.product_id * 10 + 1, 1, now(),
    now()
from filled
join numbers using (session_id)
cross join lateral (
    select (numbers.number * 7 + place * 601) % $4::bigint + 1 as product_id
    from generate_series(0, $3::bigint - 1) as place
) as line
