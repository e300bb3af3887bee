-- Why the design cannot be saved as it was sent, or the design as it is saved: one update of what was sent, so that of
-- two at once neither loses what the other has changed. Who was overtaken by another owner, or by who deletes the
-- design, gets neither.
with
--[found.sql]
, verdict as (
    select found.id,
        case
            when not found.is_owned then 'forbidden'
            when $13::boolean and $14::bigint is not null and not exists (
                select
                from product_styles style
                where style.site_id = $1
                and style.product_id = found.product_id
                and style.id = $14
                and style.active
            ) then 'style_not_found'
            when $12::text is not null and not exists (
                select
                from files file
                where file.site_id = $1
                and file.key = $12
            ) then 'thumbnail_not_found'
        end as refusal
    from found
),
saved as (
    update designs design
    set name = coalesce($7, design.name),
        description = case when $8::boolean then $9 else design.description end,
        thumbnail_url = case when $10::boolean then $11 else design.thumbnail_url end,
        thumbnail_key = case when $10::boolean then $12 else design.thumbnail_key end,
        style_id = case when $13::boolean then $14 else design.style_id end,
        layers = coalesce($15::json, design.layers),
        style_overrides = coalesce($16::json, design.style_overrides),
        (status, version) = (
            select case when looks.other then 'draft' else design.status end, design.version + looks.other::int
            from (
                select coalesce(
                    $13::boolean and $14 is distinct from design.style_id
                        or $15::json::jsonb <> design.layers::jsonb
                        or $16::json::jsonb <> design.style_overrides::jsonb,
                    false
                )
            ) looks (other)
        ),
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
