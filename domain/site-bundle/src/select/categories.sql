select row_to_json(item)::text
from (
    select category.id, category.name, category.slug, category.description, category.color
    from categories category
    where category.site_id = $1
--[some] and category.id = any($2)
    order by category.id
) item
