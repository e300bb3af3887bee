select (extract(epoch from design.updated_at) * 1000)::bigint as version, design.product_id
from designs design
where design.site_id = $1
and design.id = $2
and design.is_template
and not design.legacy
and design.deleted_at is null
for update
