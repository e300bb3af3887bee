-- Deletes up to 1,000 sessions that were not used for too long. This includes sessions that ended by their age, because
-- they are not used any more.
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
