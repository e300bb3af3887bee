-- The last condition makes only one of several concurrent requests write.
update design_sessions session
set last_visit_at = $3
where session.site_id = $1
and session.token_sha256 = $2
and session.last_visit_at <= $4
