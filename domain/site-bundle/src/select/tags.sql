select row_to_json(item)::text
from (
    select tag.id, tag.name, tag.slug
    from tags tag
    where tag.site_id = $1
--[some] and tag.id = any($2)
    order by tag.id
) item
