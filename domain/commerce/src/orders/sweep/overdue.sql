select placed.id
from orders placed
where placed.site_id = $1
and (
--[is_overdue.sql]
)
order by placed.expires_at, placed.id
limit $3
