-- Begins a session if $4 is still the hash of the customer's password, which a reset may have changed.
--
-- The lock on the customer's row makes a concurrent reset wait and then end this session too. The lock also makes
-- concurrent logins wait for each other, so that each login sees the sessions of the others.
insert into customer_sessions (site_id, token_sha256, customer_id, created_at, last_used_at)
select customer.site_id, $3, customer.id, $5, $5
from customers customer
where customer.site_id = $1
and customer.id = $2
and customer.password_hash = $4
for no key update
