-- Deletes up to 1,000 images of those sessions in $2 that were last visited at $3 or earlier and have no designs left.
delete from design_assets asset
where asset.site_id = $1
and asset.id = any (array(
    select old.id
    from design_sessions session
    join design_assets old
        on old.site_id = $1
        and old.session_sha256 = session.token_sha256
    where session.site_id = $1
    and session.token_sha256 = any ($2::bytea[])
    and session.last_visit_at <= $3
    and not exists (
        select
        from designs design
        where design.site_id = $1
        and design.session_sha256 = session.token_sha256
    )
    limit 1000
))
