-- Stores the token of a mail for the customer with the address $2. Replaces the token of an earlier mail, but never the
-- token of a later mail.
--
-- If the same mail is sent again, its token is stored already. The lifetime of the token then starts again, unless the
-- token was used.
with addressee as (
    select customer.id, customer.email
    from customers customer
    where customer.site_id = $1
    and lower(customer.email collate "und-x-icu") = lower($2 collate "und-x-icu")
),
given as (
    insert into password_resets as reset (site_id, customer_id, token_sha256, asked_at, mail_id, expires_at)
    select $1, addressee.id, $3, $4, $5, $6
    from addressee
    on conflict (site_id, customer_id) do update
    set token_sha256 = excluded.token_sha256,
        asked_at = excluded.asked_at,
        mail_id = excluded.mail_id,
        expires_at = excluded.expires_at,
        used_at = null
    where (reset.asked_at, reset.mail_id) < (excluded.asked_at, excluded.mail_id)
    or (reset.token_sha256 = excluded.token_sha256 and reset.used_at is null)
    returning reset.customer_id
)
select addressee.email
from addressee
join given on given.customer_id = addressee.id
