-- Marks the design with the number $2 or the UUID $6 as deleted. Returns whether the customer $3 or the session $4 owns the
-- design, the design's number if this statement marked it, and whether it is a legacy design.
with found as (
    select design.*,
        coalesce(design.customer_id = $3::bigint or design.session_sha256 = $4::bytea, false) as is_owned
    from designs design
    where design.site_id = $1
    and (design.id = $2 or design.uuid = $6::text::uuid)
    and design.deleted_at is null
),
gone as (
    update designs design
    set deleted_at = $5
    from found
    where design.site_id = $1
    and design.id = found.id
    and found.is_owned
    and design.deleted_at is null
    and (design.customer_id = $3::bigint or design.session_sha256 = $4::bytea)
    returning design.id, design.legacy
)
select found.is_owned, gone.id, coalesce(gone.legacy, false) as is_legacy
from found
left join gone on true
