select claim.fingerprint = $4 as is_same, claim.answer is not null as is_answered, claim.answer
from idempotency_keys claim
where claim.site_id = $1
and claim.operation = $2
and claim.key = $3
