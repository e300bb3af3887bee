select count(*)
from designs design
where design.site_id = $1
and design.session_sha256 = $2
and design.deleted_at is null
