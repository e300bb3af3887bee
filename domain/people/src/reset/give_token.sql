-- Stores the token of a mail for the person with the address $1. Replaces the token of an earlier mail, but never the
-- token of a later mail.
--
-- If the same mail is sent again, its token is stored already. The lifetime of the token then starts again, unless the
-- token was used.
with addressee as (
    select person.id, person.email
    from people person
    where lower(person.email collate "und-x-icu") = lower($1::text collate "und-x-icu")
    and person.password_hash is not null
),
given as (
    insert into person_password_resets as reset (person_id, token_sha256, asked_at, mail_id, expires_at)
    select addressee.id, $2, $3, $4, $5
    from addressee
    on conflict (person_id) do update
    set token_sha256 = excluded.token_sha256,
        asked_at = excluded.asked_at,
        mail_id = excluded.mail_id,
        expires_at = excluded.expires_at,
        used_at = null
    where (reset.asked_at, reset.mail_id) < (excluded.asked_at, excluded.mail_id)
    or (reset.token_sha256 = excluded.token_sha256 and reset.used_at is null)
    returning reset.person_id
)
select addressee.email
from addressee
join given on given.person_id = addressee.id
