-- A batch of a site's keys that were claimed at $2 or before.
with old as (
    select claim.operation, claim.key
    from idempotency_keys claim
    where claim.site_id = $1
    and claim.created_at <= $2
    order by claim.created_at
    limit 1000
)
delete from idempotency_keys claim
using old
where claim.site_id = $1
and claim.operation = old.operation
and claim.key = old.key
-- Checked again, because a request may have claimed the key again while this statement waited for its row.
and claim.created_at <= $2
