-- Returns and locks up to 100 designs of those sessions in $2 that were last visited at $3 or earlier, without those that
-- are in a cart, were ordered, or are shared and not deleted.
--
-- A claimed design no longer belongs to the session. deleted_designs.sql explains `offset 0`.
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
    from used_designs used
    where used.site_id = $1
    and used.design_uuid = old.uuid
    offset 0
)
limit 100
for update of old skip locked
