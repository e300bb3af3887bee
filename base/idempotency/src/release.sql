delete from idempotency_keys k
where k.site_id = $1
and k.operation = $2
and k.key = $3
and k.claimed_until = $4
and k.answer is null
