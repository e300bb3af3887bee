-- Deletes up to 1,000 designs of sessions that began at $2 or earlier. A design is retained in these cases:
-- - The design is in a cart or was ordered.
-- - The design is shared and not deleted.
--
-- A claimed design no longer belongs to the session. deleted_designs.sql explains `offset 0`.
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
    and not exists (
        select
        from cart_items line
        where line.site_id = $1
        and line.design_id = old.uuid
        offset 0
    )
    limit 1000
))
