-- Some designs of sessions that began at $2 or before: neither shared nor ordered. Those that were claimed are a
-- customer's. Why `offset 0`, deleted_designs.sql says.
delete from designs design
where design.site_id = $1
and design.id = any (array(
    select old.id
    from design_sessions session
    join designs old
        on old.site_id = $1
        and old.session_sha256 = session.token_sha256
    where session.site_id = $1
    and session.created_at <= $2
    and (not old.is_public or old.deleted_at is not null)
    and not exists (
        select
        from order_items item
        where item.site_id = $1
        and item.design_id = old.uuid
        offset 0
    )
    limit 1000
))
