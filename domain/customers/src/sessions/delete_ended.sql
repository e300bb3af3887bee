-- One that was begun long ago has not been used since its end, so the time of its last use is all that is asked.
delete from customer_sessions session
where session.site_id = $1
and session.last_used_at <= $2
