select k.fingerprint = $4 as is_same, k.answer is not null as is_answered, k.answer
from idempotency_keys k
where k.site_id = $1
and k.operation = $2
and k.key = $3
