select
from design_sessions session
where session.site_id = $1
and session.token_sha256 = $2
for no key update
