-- $1 customers who have proved their addresses, all with the password of the hash $2, each with a session. The orders
-- of the past are theirs in turn: every other one placed with a token, the rest as a guest. The name in the address is
-- the session's token too, of 43 characters as all tokens are.
with made as (
    insert into customers (site_id, email, password_hash, verified_at, first_name, created_at, updated_at)
    select 1, 'account-' || lpad(number::text, 35, '0') || '@example.com', $2, now(), 'Ada', now(), now()
    from generate_series(1, $1::bigint) as number
    returning id, email
),
sessions as (
    insert into customer_sessions (site_id, token_sha256, customer_id, created_at, last_used_at)
    select 1, sha256(convert_to(split_part(made.email, '@', 1), 'UTF8')), made.id, now(), now()
    from made
)
update orders placed
set customer_email = made.email,
    customer_id = case when placed.cart_id / $1 % 2 = 0 then made.id end
from made
where placed.site_id = 1
and placed.cart_id < 0
and made.email = 'account-' || lpad((-placed.cart_id % $1 + 1)::text, 35, '0') || '@example.com'
