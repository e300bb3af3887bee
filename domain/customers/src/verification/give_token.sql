-- Stores a token for the customer with the address $2. If the same mail is sent again, its token is stored already. The
-- lifetime of the token then starts again, unless the token was used.
with addressee as (
    select customer.id, customer.email
    from customers customer
    where customer.site_id = $1
    and lower(customer.email collate "und-x-icu") = lower($2 collate "und-x-icu")
),
given as (
    insert into email_verifications as verification (site_id, token_sha256, customer_id, expires_at)
    select $1, $3, addressee.id, $4
    from addressee
    on conflict (site_id, token_sha256) do update
    set expires_at = excluded.expires_at
    where verification.used_at is null
    returning verification.customer_id
)
select addressee.email
from addressee
join given on given.customer_id = addressee.id
