update events event
set due_at = $3
where event.site_id = $1
and event.id = $2
and event.dispatched_at is null
