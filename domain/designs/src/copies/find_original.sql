-- Returns the design with the number $2 or the UUID $3, and whether the customer $4 or the session $5 can read it. The
-- lock prevents the deletion of the design's row until the copy is stored.
select design.id,
    design.is_public or design.is_template
        or coalesce(design.customer_id = $4::bigint or design.session_sha256 = $5::bytea, false) as is_readable,
    design.name,
    design.layers,
    design.layers_by_surface,
    design.canvas_width,
    design.canvas_height
from designs design
where design.site_id = $1
and (design.id = $2 or design.uuid = $3::text::uuid)
and design.deleted_at is null
for key share
