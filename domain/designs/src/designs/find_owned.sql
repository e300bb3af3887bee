-- Returns the number of a design, and whether the customer $4 or the session $5 owns the design. The caller names the
-- design by its number $2 or its UUID $3.
select
    coalesce(design.customer_id = $4::bigint or design.session_sha256 = $5::bytea, false) as is_owned,
    design.id
from designs design
where design.site_id = $1
and (design.id = $2 or design.uuid = $3::text::uuid)
and design.deleted_at is null
