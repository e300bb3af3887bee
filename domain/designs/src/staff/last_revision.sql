select design.revision
from designs design
where design.site_id = $1
and design.id = $2
