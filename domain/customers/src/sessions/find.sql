-- The customer of a session that has not ended: it was used after $3 and begun after $4. It is worth a note that it is
-- used again when it was last used before $5.
select customer.id, session.last_used_at <= $5 as is_to_be_noted
from customer_sessions session
join customers customer on customer.site_id = $1 and customer.id = session.customer_id
where session.site_id = $1
and session.token_sha256 = $2
and session.last_used_at > $3
and session.created_at > $4
