select distinct event.site_id
from events event
where event.dispatched_at is null
and (event.due_at <= $1 or event.due_at = event.occurred_at)
