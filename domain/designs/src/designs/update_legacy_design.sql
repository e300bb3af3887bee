-- As update_design.sql, of a legacy design.
with
--[found.sql]
, verdict as (
    select found.id,
        case when not found.is_owned then 'forbidden' end as refusal
    from found
),
saved as (
    update designs design
    set name = coalesce($7, design.name),
        layers_by_surface = coalesce($8::json, design.layers_by_surface),
        canvas_width = coalesce($9, design.canvas_width),
        canvas_height = coalesce($10, design.canvas_height),
        status = coalesce($11, design.status),
        version = design.version + 1,
        updated_at = $6
    from verdict
    where design.site_id = $1
    and design.id = verdict.id
    and verdict.refusal is null
    and design.deleted_at is null
    and (design.customer_id = $3::bigint or design.session_sha256 = $4::bytea)
    returning design.*
)
select verdict.refusal,
    case when found.id is not null then
--[design.sql]
    end
from verdict
left join saved found on true
