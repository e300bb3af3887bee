-- The ids among $2 that belong to customers' designs, not to templates.
select design.id
from designs design
where design.site_id = $1
and design.id = any ($2)
and not design.is_template
