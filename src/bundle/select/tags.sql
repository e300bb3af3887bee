select row_to_json(item)::text
from (
    select t.id, t.name, t.slug
    from tags t
    where t.site_id = $1
    order by t.id
) item
