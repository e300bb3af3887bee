-- Deletes up to 1,000 sessions that were last used at $2 or earlier. A session that has ended because of its age cannot
-- be used any more, so this statement deletes it later.
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
