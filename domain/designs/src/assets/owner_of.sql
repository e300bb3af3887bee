select design.customer_id, design.session_sha256
from designs design
where design.site_id = $1
and design.id = $2
and design.deleted_at is null
