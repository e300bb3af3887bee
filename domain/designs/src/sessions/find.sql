-- Returns a session that began after $3. If its last visit was recorded at $4 or earlier, `is_last_visit_stale` tells the
-- caller to record this visit.
select session.last_visit_at <= $4 as is_last_visit_stale
from design_sessions session
where session.site_id = $1
and session.token_sha256 = $2
and session.created_at > $3
