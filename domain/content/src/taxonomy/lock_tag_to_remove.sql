select
from tags tag
where tag.site_id = $1
and tag.id = $2
for update
