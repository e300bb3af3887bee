select row_to_json(item)::text
from (
    select category.id, category.name, category.slug, category.description, category.color
    from categories category
    where category.site_id = $1
    order by category.id
) item
