-- Deletes up to 1,000 sessions that began at $2 or earlier. A session is retained while one of its designs is in a
-- cart, so that a later round finds the design. Designs that are shared or were ordered remain after their session is
-- deleted.
delete from design_sessions session
where session.site_id = $1
and session.token_sha256 = any (array(
    select old.token_sha256
    from design_sessions old
    where old.site_id = $1
    and old.created_at <= $2
    and not exists (
        select
        from designs design
        where design.site_id = $1
        and design.session_sha256 = old.token_sha256
        and exists (
            select
            from cart_items line
            where line.site_id = $1
            and line.design_id = design.uuid
            offset 0
        )
        offset 0
    )
    order by old.created_at
    limit 1000
))
