select
    tag.id,
    tag.version,
    tag.name,
    tag.slug
from tags tag
where tag.site_id = $1
and tag.id = $2
