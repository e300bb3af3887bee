-- Shares the design with the number $2 or the UUID $8, or stops sharing it. Returns whether the caller owns the design,
-- the design after the change, and the URL of the store's pages.
with found as (
    select design.*,
        coalesce(design.customer_id = $3::bigint or design.session_sha256 = $4::bytea, false) as is_owned
    from designs design
    where design.site_id = $1
    and (design.id = $2 or design.uuid = $8::text::uuid)
    and design.deleted_at is null
),
shared as (
    update designs design
    set is_public = $7,
        was_shared = design.was_shared or design.is_public or $7,
        updated_at = $6
    from found
    where design.site_id = $1
    and design.id = found.id
    and found.is_owned
    and design.deleted_at is null
    and (design.customer_id = $3::bigint or design.session_sha256 = $4::bytea)
    returning design.*
)
select there.is_owned,
    case when found.id is not null then json_build_object(
        'id', found.id,
        'uuid', found.uuid,
        'websiteId', found.site_id,
        'productId', found.product_id,
        'name', found.name,
        'isPublic', found.is_public,
        'isTemplate', found.is_template,
        'status', found.status,
        'thumbnailUrl', coalesce(found.thumbnail_url, $5::text || found.thumbnail_key),
        'createdAt', found.created_at,
        'updatedAt', found.updated_at
    ) end as design,
    coalesce(rtrim(store.base_url, '/'), 'https://' || site.domain) as pages
from found there
join stores store on store.site_id = $1
join sites site on site.id = $1
left join shared found on true
