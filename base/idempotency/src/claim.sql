-- Changes no row when another request has the key. That one's row is locked then, so it can be read as it is.
insert into idempotency_keys as k (site_id, operation, key, fingerprint, claimed_until, created_at)
values ($1, $2, $3, $4, $5, $6)
on conflict (site_id, operation, key) do update
set fingerprint = excluded.fingerprint,
    claimed_until = excluded.claimed_until,
    answer = null,
    created_at = excluded.created_at
where k.site_id = $1
and (
    -- As new.
    k.created_at <= $7
    -- The server that had it died.
    or (k.fingerprint = excluded.fingerprint and k.answer is null and k.claimed_until <= excluded.created_at)
)
