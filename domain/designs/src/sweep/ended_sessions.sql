-- Some sessions that began at $2 or before. What they have shared or ordered stays, and is nobody's any more.
delete from design_sessions session
where session.site_id = $1
and session.token_sha256 = any (array(
    select old.token_sha256
    from design_sessions old
    where old.site_id = $1
    and old.created_at <= $2
    order by old.created_at
    limit 1000
))
