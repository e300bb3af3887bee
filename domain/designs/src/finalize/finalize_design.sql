-- Finalizes the caller's design, if the design still has the version $5 that was drawn, and returns the new revision. If
-- $17 is false, leaves drafts out: then the design is a legacy design that was changed after it was finalized.
--
-- The revision stores the slugs of the sides ($9), their mock-up files ($10) and their print files ($11). $12 to $14 are
-- what it takes to draw the print files again, which expire at $15. $18 is when each mock-up is drawn again, or null. $7
-- becomes the thumbnail of the revision. $7 also becomes the thumbnail of the design, unless the design has a thumbnail
-- URL. $16 is the layers of a legacy design's surfaces.
with finalized as (
    update designs design
    set status = case when design.status = 'rendered' then 'rendered' else 'finalized' end,
        revision = coalesce(design.revision, 0) + 1,
        revised_version = design.version,
        thumbnail_key = case when design.thumbnail_url is null then $7 else design.thumbnail_key end,
        updated_at = $8
    where design.site_id = $1
    and design.id = $2
    and (design.customer_id = $3::bigint or design.session_sha256 = $4::bytea)
    and design.version = $5
    and (
        $17 and design.status = 'draft'
        or design.status <> 'draft' and design.legacy and design.revised_version is distinct from design.version
    )
    and design.deleted_at is null
    returning design.*
),
revised as (
    insert into design_revisions (
        site_id, design_id, revision, style_id, layers, style_overrides, thumbnail_key, created_at
    )
    select $1, finalized.id, finalized.revision, $6::bigint, coalesce($16::json, finalized.layers),
        finalized.style_overrides, $7, $8
    from finalized
),
drawn as (
    insert into design_drawings (
        site_id, design_id, revision, side, position, mockup_key, print_key, print_proportion, print_images,
        print_sha256, print_expires_at, mockup_due_at
    )
    select $1, finalized.id, finalized.revision, side.slug, side.position, side.mockup_key, side.print_key,
        side.proportion, side.images::bigint[], side.sha256, $15, side.mockup_due_at
    from finalized
    cross join unnest($9::text[], $10::text[], $11::text[], $12::double precision[], $13::text[], $14::bytea[],
        $18::timestamptz[])
        with ordinality side (slug, mockup_key, print_key, proportion, images, sha256, mockup_due_at, position)
)
select finalized.revision
from finalized
