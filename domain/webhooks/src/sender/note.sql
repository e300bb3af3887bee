-- Records the results of attempts. If the claim of an attempt has expired and another attempt has begun, only a success is
-- recorded.
update webhook_deliveries delivery
set attempted_at = noted.attempted_at,
    delivered_at = noted.delivered_at,
    failed_at = noted.failed_at,
    due_at = noted.due_at,
    is_claimed = false,
    status = noted.status,
    answer = noted.answer,
    error = noted.error
from unnest(
    $2::bigint[], $3::bigint[], $4::timestamptz[], $5::timestamptz[], $6::timestamptz[], $7::timestamptz[], $8::bigint[],
    $9::text[], $10::text[]
) noted (id, attempts, attempted_at, delivered_at, failed_at, due_at, status, answer, error)
where delivery.site_id = $1
and delivery.id = noted.id
and delivery.delivered_at is null
and (delivery.attempts = noted.attempts or noted.delivered_at is not null)
