-- The last condition makes only one of several concurrent requests write.
update customer_sessions session
set last_used_at = $3
where session.site_id = $1
and session.token_sha256 = $2
and session.last_used_at <= $4
