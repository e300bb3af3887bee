-- Marks up to $3 due events as dispatched. An event that a transaction is changing stays.
with due as materialized (
    select event.id
    from events event
    where event.site_id = $1
    and event.dispatched_at is null
    and event.due_at <= $2
    order by event.due_at, event.id
    limit $3
    for update skip locked
)
update events event
set dispatched_at = $2
from due
where event.site_id = $1
and event.id = due.id
returning event.id
