update idempotency_keys k
set answer = $5
where k.site_id = $1
and k.operation = $2
and k.key = $3
and k.claimed_until = $4
