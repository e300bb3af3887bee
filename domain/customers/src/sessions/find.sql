-- Returns the customer of a session that was last used after $3 and began after $4. If the session was last used at $5
-- or earlier, `is_last_used_stale` tells the caller to update the time of the last use.
select customer.id, customer.verified_at is not null as is_verified, session.last_used_at <= $5 as is_last_used_stale
from customer_sessions session
join customers customer on customer.site_id = $1 and customer.id = session.customer_id
where session.site_id = $1
and session.token_sha256 = $2
and session.last_used_at > $3
and session.created_at > $4
