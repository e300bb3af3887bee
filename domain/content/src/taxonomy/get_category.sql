select
    category.id,
    category.version,
    category.name,
    category.slug,
    category.description,
    category.color
from categories category
where category.site_id = $1
and category.id = $2
