-- Postpones deliveries that are due at $3 and wait for an earlier one of their resource, until this is due. Only the oldest
-- 1,000 are considered, as in a claim. If there are more, those that wait for a running attempt go behind the others.
with due as materialized (
    select delivery.id, delivery.resource, delivery.due_at
    from webhook_deliveries delivery
    where delivery.site_id = $1
    and delivery.endpoint_id = $2
    and delivery.delivered_at is null
    and delivery.failed_at is null
    and delivery.due_at <= $3
    order by delivery.due_at, delivery.id
    limit 1000
),
blocked as materialized (
    select due.id, waited.until
    from due
    cross join lateral (
        select earlier.due_at, earlier.is_claimed
        from webhook_deliveries earlier
        where earlier.site_id = $1
        and earlier.endpoint_id = $2
        and earlier.resource = due.resource
        and earlier.id < due.id
        and earlier.delivered_at is null
        and earlier.failed_at is null
        and earlier.attempts < 7
        order by earlier.id
        limit 1
    ) first
    cross join lateral (
        select
            first.is_claimed and first.due_at > $3 as runs,
            case when first.is_claimed then least(first.due_at, $3::timestamptz(3)) else first.due_at end as until
    ) waited
    where waited.until > due.due_at
    and (not waited.runs or (select count(*) from due) = 1000)
)
update webhook_deliveries delivery
set due_at = blocked.until
from blocked
where delivery.site_id = $1
and delivery.id = blocked.id
