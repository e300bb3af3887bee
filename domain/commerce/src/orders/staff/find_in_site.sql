select placed.site_id, placed.id, placed.number
from orders placed
where placed.site_id = $1
and lower(placed.number collate "und-x-icu") = lower($2 collate "und-x-icu")
order by placed.id
limit 1
