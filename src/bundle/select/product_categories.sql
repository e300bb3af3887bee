select row_to_json(item)::text
from (
    select c.id, c.name, c.slug, c.description, c.image, c.parent_id as "parentId", c.position as "order", c.active
    from product_categories c
    where c.site_id = $1
    order by c.id
) item
