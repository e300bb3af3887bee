-- Deletes up to 100 designs of those sessions in $2 that were last visited at $3 or earlier. A design is retained in
-- these cases:
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
    and session.token_sha256 = any ($2::bytea[])
    and session.last_visit_at <= $3
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
    limit 100
))
