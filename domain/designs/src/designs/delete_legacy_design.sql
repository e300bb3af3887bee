-- Deletes the legacy design with the UUID $2. Returns whether the customer $3 or the session $4 owns the design, and
-- whether this statement deleted it.
with found as (
    select design.*,
        coalesce(design.customer_id = $3::bigint or design.session_sha256 = $4::bytea, false) as is_owned
    from designs design
    where design.site_id = $1
    and design.uuid = $2::text::uuid
    and design.legacy
    and design.deleted_at is null
),
gone as (
    delete from designs design
    using found
    where design.site_id = $1
    and design.id = found.id
    and found.is_owned
    and design.deleted_at is null
    and (design.customer_id = $3::bigint or design.session_sha256 = $4::bytea)
    returning design.id
)
select found.is_owned, exists (select from gone) as is_gone
from found
