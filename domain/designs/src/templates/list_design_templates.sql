-- The templates after the position ($2, $3), by the index designs_templates.
select
    design.id,
    design.product_id,
    design.style_id,
    design.name,
    design.position as "order",
    design.created_at,
    design.updated_at
from designs design
where design.site_id = $1
and design.is_template
and not design.legacy
and design.deleted_at is null
and (design.position, design.id) > ($2, $3)
order by design.position, design.id
limit $4
