select row_to_json(item)::text
from (
    select c.id, c.name, c.slug, c.description, c.color
    from categories c
    where c.site_id = $1
    order by c.id
) item
