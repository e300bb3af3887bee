-- Changes no row if another request holds the key. Even then, the conflict locks the key's row, so that the next
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
    -- The claim is older than a day ($7), so the key counts as unused.
    claim.created_at <= $7
    -- The same request claimed the key, and the lease ended without an answer, usually because the server died.
    or (
        claim.fingerprint = excluded.fingerprint
        and claim.answer is null
        and claim.claimed_until <= excluded.created_at
    )
)
