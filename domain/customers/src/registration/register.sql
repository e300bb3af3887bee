-- Inserts a customer and the customer's first session. A unique index refuses an e-mail address that another customer
-- has.
with registered as (
    insert into customers (site_id, email, password_hash, first_name, last_name, created_at, updated_at)
    values ($1, $2, $3, $4, $5, $7, $7)
    returning id
)
insert into customer_sessions (site_id, token_sha256, customer_id, created_at, last_used_at)
select $1, $6, registered.id, $7, $7
from registered
returning customer_id
