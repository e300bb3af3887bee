-- Marks the design $2 as deleted. Returns whether the customer $3 or the session $4 owns the design, and whether this
-- statement marked it.
with found as (
    select design.*,
        coalesce(design.customer_id = $3::bigint or design.session_sha256 = $4::bytea, false) as is_owned
    from designs design
    where design.site_id = $1
    and design.id = $2
    and not design.legacy
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
    returning design.id
)
select found.is_owned, exists (select from gone) as is_gone
from found
