-- Returns the customer's sessions, newest first. Leaves out sessions that were last used at $3 or began at $4, or
-- earlier, because they have ended.
select to_char(session.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
    to_char(session.last_used_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')
from customer_sessions session
where session.site_id = $1
and session.customer_id = $2
and session.last_used_at > $3
and session.created_at > $4
order by session.created_at desc, session.token_sha256
