-- Those of the ids $2 that are not templates'.
select design.id
from designs design
where design.site_id = $1
and design.id = any ($2)
and not design.is_template
