-- The design $2, and whether the customer $3 or the designer session $4 owns it. The lock prevents the sweep from
-- deleting the design.
select
    design.uuid::text,
    design.product_id,
    design.name,
    design.revision,
    case when design.legacy then design.status = 'draft' else design.revision is null end as is_draft,
    design.legacy and design.revised_version is distinct from design.version as is_undrawn,
    not design.was_shared or design.is_public or design.is_template as is_open,
    coalesce(design.customer_id = $3 or design.session_sha256 = $4, false) as is_owned
from designs design
where design.site_id = $1
and design.uuid = $2::text::uuid
and design.deleted_at is null
for key share
