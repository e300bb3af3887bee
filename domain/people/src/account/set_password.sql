-- Replaces the password if $2 is still the hash of the current one. Ends the person's sessions except $4, and deletes open
-- invitations and an open reset. A reset that was requested before gets no token when its mail is written, because
-- `asked_at` is then later than the mail.
with changed as materialized (
    update people person
    set password_hash = $3
    where person.id = $1
    and person.password_hash = $2
    returning person.id
), ended as (
    delete from person_sessions session
    using changed
    where session.person_id = changed.id
    and session.token_sha256 <> $4
), uninvited_by_sites as (
    delete from site_invitations invited
    using changed
    where invited.person_id = changed.id
), uninvited as (
    delete from invitations invited
    using changed
    where invited.person_id = changed.id
), without_reset as (
    insert into person_password_resets as reset (person_id, token_sha256, asked_at, mail_id, expires_at, used_at)
    select changed.id, sha256(uuid_send(gen_random_uuid())), $5, 0, $5, $5
    from changed
    on conflict (person_id) do update
    set used_at = excluded.used_at,
        asked_at = greatest(reset.asked_at, excluded.asked_at)
)
select changed.id
from changed
