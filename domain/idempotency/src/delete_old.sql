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
-- This condition is repeated, because a request may claim the key again while this statement waits for the row's lock.
and claim.created_at <= $2
