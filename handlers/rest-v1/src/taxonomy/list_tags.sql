select
    tag.id,
    tag.name,
    tag.slug
from tags tag
where tag.site_id = $1
order by lower(tag.name collate "und-x-icu"), tag.id
