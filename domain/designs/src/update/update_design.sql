-- Saves the fields that were sent for the design with the number $2 or the UUID $16, which is not a legacy design.
-- Returns the reason why the fields cannot be saved, and whether they were saved.
--
-- The update sets only these fields, so concurrent updates of different fields do not overwrite each other. The update
-- also checks again that the design is not deleted, and that the customer $3 or the session $4 owns the design.
with found as (
    select design.*,
        coalesce(design.customer_id = $3::bigint or design.session_sha256 = $4::bytea, false) as is_owned
    from designs design
    where design.site_id = $1
    and (design.id = $2 or design.uuid = $16::text::uuid)
    and not design.legacy
    and design.deleted_at is null
),
verdict as (
    select found.id,
        case
            when not found.is_owned then 'forbidden'
            when $12::boolean and $13::bigint is not null and not exists (
                select
                from product_styles style
                where style.site_id = $1
                and style.product_id = found.product_id
                and style.id = $13
                and style.active
            ) then 'invalid_style_id'
        end as refusal
    from found
),
thumbnail as (
    select file.key
    from files file
    where file.site_id = $1
    and file.key = $11::text
),
saved as (
    update designs design
    set name = coalesce($6, design.name),
        description = case when $7::boolean then $8 else design.description end,
        thumbnail_url = case
            when not $9::boolean then design.thumbnail_url
            when not exists (select from thumbnail) then $10
        end,
        thumbnail_key = case
            when not $9::boolean then design.thumbnail_key
            else (select thumbnail.key from thumbnail)
        end,
        style_id = case when $12::boolean then $13 else design.style_id end,
        layers = coalesce($14::json, design.layers),
        style_overrides = coalesce($15::json, design.style_overrides),
        (status, version) = (
            select case when looks.other then 'draft' else design.status end, design.version + looks.other::int
            from (
                select coalesce(
                    $12::boolean and $13 is distinct from design.style_id
                        or $14::json::jsonb <> design.layers::jsonb
                        or $15::json::jsonb <> design.style_overrides::jsonb,
                    false
                )
            ) looks (other)
        ),
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
