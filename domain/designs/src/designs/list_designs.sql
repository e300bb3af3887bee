-- Returns the designs of the customer $2 and of the session $3. If $5 is not null, returns only designs of the product
-- $5. The union lets Postgres use an index for each owner.
with found as (
    select design.*
    from designs design
    where design.site_id = $1
    and design.customer_id = $2::bigint
    union all
    select design.*
    from designs design
    where design.site_id = $1
    and design.session_sha256 = $3::bytea
)
select
    found.id,
    found.uuid::text,
    found.site_id as website_id,
    found.product_id,
    found.name,
    found.is_public,
    found.is_template,
    found.status,
    coalesce(found.thumbnail_url, $4::text || found.thumbnail_key) as thumbnail_url,
    found.created_at,
    found.updated_at
from found
where not found.legacy
and found.deleted_at is null
and (found.product_id = $5 or $5::bigint is null)
order by found.updated_at desc, found.id desc
