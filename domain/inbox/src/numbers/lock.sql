select counter.newest_number
from inbox_counters counter
where counter.site_id = $1
for update
