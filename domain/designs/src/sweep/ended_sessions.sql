-- Deletes those sessions in $2 that began at $3 or earlier and have no designs left. A session with designs is
-- retained, so that a later round finds the designs.
delete from design_sessions session
where session.site_id = $1
and session.token_sha256 = any ($2::bytea[])
and session.created_at <= $3
and not exists (
    select
    from designs design
    where design.site_id = $1
    and design.session_sha256 = session.token_sha256
)
