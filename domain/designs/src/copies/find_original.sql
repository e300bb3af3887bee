-- Returns the design with the number $2 or the UUID $3, whether the customer $4 or the session $5 can read it, and the
-- number of designs that the two own. The lock prevents the deletion of the design's row until the copy is stored.
select design.id,
    design.is_public or design.is_template
        or coalesce(design.customer_id = $4::bigint or design.session_sha256 = $5::bytea, false) as is_readable,
    (
        select count(*)
        from (
            select design.id
            from designs design
            where design.site_id = $1
            and design.customer_id = $4::bigint
            and design.deleted_at is null
            union all
            select design.id
            from designs design
            where design.site_id = $1
            and design.session_sha256 = $5::bytea
            and design.deleted_at is null
        ) owned
    ) as owned,
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
