select design.customer_id, encode(design.session_sha256, 'hex') as session_sha256
from designs design
where design.site_id = $1
and (design.id = $2 or design.uuid = $3::text::uuid)
and design.deleted_at is null
