select true
from inbox_events event
where event.site_id = $1
and event.number is null
limit 1
