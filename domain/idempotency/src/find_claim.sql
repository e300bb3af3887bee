-- Returns the claim on a key. A key counts as unused after a day ($6).
select claim.fingerprint = $4 as is_same,
    claim.answer is not null as is_answered,
    claim.claimed_until <= $5 as has_ended,
    claim.answer
from idempotency_keys claim
where claim.site_id = $1
and claim.operation = $2
and claim.key = $3
and claim.created_at > $6
