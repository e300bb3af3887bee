-- Marks up to $3 due events as dispatched, in the order of their ids. An event that is not held is due at once, also if the
-- server that stored it has a clock that is ahead. An event that a transaction is changing stays.
with due as materialized (
    select event.id
    from events event
    where event.site_id = $1
    and event.dispatched_at is null
    and (event.due_at <= $2 or event.due_at = event.occurred_at)
    order by event.id
    limit $3
    for update skip locked
)
update events event
set dispatched_at = $2
from due
where event.site_id = $1
and event.id = due.id
returning event.id
