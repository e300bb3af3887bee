-- Some that have ended. One that was begun long ago has not been used since its end, so the time of its last use is all
-- that is asked.
delete from customer_sessions session
where session.site_id = $1
and session.token_sha256 = any (array(
    select old.token_sha256
    from customer_sessions old
    where old.site_id = $1
    and old.last_used_at <= $2
    order by old.last_used_at
    limit 1000
))
