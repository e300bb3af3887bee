-- Changes no row if another request has the key. Even then, the conflict locks the key's row, so that the next
-- statement reads the final state of the row.
insert into idempotency_keys as claim (site_id, operation, key, fingerprint, claimed_until, created_at)
values ($1, $2, $3, $4, $5, $6)
on conflict (site_id, operation, key) do update
set fingerprint = excluded.fingerprint,
    claimed_until = excluded.claimed_until,
    answer = null,
    created_at = excluded.created_at
where claim.site_id = $1
and (
    -- Older than a day: the key counts as unused.
    claim.created_at <= $7
    -- The server that claimed the key died.
    or (
        claim.fingerprint = excluded.fingerprint
        and claim.answer is null
        and claim.claimed_until <= excluded.created_at
    )
)
