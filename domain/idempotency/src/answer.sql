update idempotency_keys claim
set answer = $5
where claim.site_id = $1
and claim.operation = $2
and claim.key = $3
and claim.claimed_until = $4
