-- The design with the number $2, or the legacy one with the UUID, and whether the customer $3 or the session $4 can read
-- it. Until the copy is there nobody removes it.
select design.id,
    design.is_public or design.is_template
        or coalesce(design.customer_id = $3::bigint or design.session_sha256 = $4::bytea, false) as is_readable,
    design.name,
    design.layers,
--[!legacy] null::json as layers_by_surface,
--[legacy] design.layers_by_surface,
    design.canvas_width,
    design.canvas_height
from designs design
where design.site_id = $1
--[!legacy] and design.id = $2
--[!legacy] and not design.legacy
--[legacy] and design.uuid = $2::text::uuid
--[legacy] and design.legacy
and design.deleted_at is null
for key share
