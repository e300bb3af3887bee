-- Stores a claim, with the answer $7 if the request has been answered. Changes no row if another request holds the key,
-- or has answered it.
insert into idempotency_keys as claim (site_id, operation, key, fingerprint, claimed_until, created_at, answer)
values ($1, $2, $3, $4, $5, $6, $7)
on conflict (site_id, operation, key) do update
set fingerprint = excluded.fingerprint,
    claimed_until = excluded.claimed_until,
    answer = excluded.answer,
    created_at = excluded.created_at
where claim.site_id = $1
and (
    -- The claim is older than a day ($8), so the key counts as unused.
    claim.created_at <= $8
    -- It is this request's own claim, or the same request claimed the key and the lease ended without an answer.
    or (
        claim.fingerprint = excluded.fingerprint
        and claim.answer is null
        and (claim.claimed_until = excluded.claimed_until or claim.claimed_until <= excluded.created_at)
    )
)
