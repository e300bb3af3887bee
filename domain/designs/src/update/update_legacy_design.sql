-- Like update_design.sql, for the legacy design with the number $2 or the UUID $11. The version grows if anything that is
-- drawn changes.
with found as (
    select design.*,
        coalesce(design.customer_id = $3::bigint or design.session_sha256 = $4::bytea, false) as is_owned
    from designs design
    where design.site_id = $1
    and (design.id = $2 or design.uuid = $11::text::uuid)
    and design.legacy
    and design.deleted_at is null
),
verdict as (
    select found.id,
        case when not found.is_owned then 'forbidden' end as refusal
    from found
),
saved as (
    update designs design
    set name = coalesce($6, design.name),
        layers_by_surface = coalesce($7::json, design.layers_by_surface),
        canvas_width = coalesce($8, design.canvas_width),
        canvas_height = coalesce($9, design.canvas_height),
        status = coalesce($10, design.status),
        version = design.version + (
            coalesce($7::json, design.layers_by_surface)::jsonb is distinct from design.layers_by_surface::jsonb
                or coalesce($8, design.canvas_width) is distinct from design.canvas_width
                or coalesce($9, design.canvas_height) is distinct from design.canvas_height
        )::int,
        updated_at = $5
    from verdict
    where design.site_id = $1
    and design.id = verdict.id
    and verdict.refusal is null
    and design.deleted_at is null
    and (design.customer_id = $3::bigint or design.session_sha256 = $4::bytea)
    returning design.id
)
select verdict.refusal, exists (select from saved) as is_saved
from verdict
