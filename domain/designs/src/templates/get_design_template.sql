-- The version is the time of the last change in milliseconds, which grows with each change.
select
    design.id,
    (extract(epoch from design.updated_at) * 1000)::bigint as version,
    design.product_id,
    design.style_id,
    design.name,
    design.layers,
    design.style_overrides,
    design.position as "order",
    design.created_at,
    design.updated_at
from designs design
where design.site_id = $1
and design.id = $2
and design.is_template
and not design.legacy
and design.deleted_at is null
