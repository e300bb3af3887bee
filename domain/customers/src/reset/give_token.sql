-- Takes the place of an earlier token. One that is there already stays as it is, used or not: its letter was sent
-- again.
with addressee as (
    select customer.id, customer.email
    from customers customer
    where customer.site_id = $1
    and lower(customer.email collate "und-x-icu") = lower($2 collate "und-x-icu")
),
given as (
    insert into password_resets as reset (site_id, customer_id, token_sha256, expires_at)
    select $1, addressee.id, $3, $4
    from addressee
    on conflict (site_id, customer_id) do update
    set token_sha256 = excluded.token_sha256,
        expires_at = excluded.expires_at,
        used_at = null
    where reset.token_sha256 <> excluded.token_sha256
)
select addressee.email
from addressee
