select
from design_sessions session
where session.site_id = $1
and session.token_sha256 = $2
and session.created_at > $3
for update
