update design_sessions session
set swept_at = $3
where session.site_id = $1
and session.token_sha256 = any ($2::bytea[])
