select
    category.id,
    category.name,
    category.slug,
    category.description,
    category.color
from categories category
where category.site_id = $1
order by lower(category.name collate "und-x-icu"), category.id
