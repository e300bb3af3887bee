-- Returns the site's templates of products that customers can design. If $3 is not null, returns only templates of the
-- product $3.
select
    design.id,
    design.uuid::text,
    design.site_id as website_id,
    design.product_id,
    design.name,
    design.is_public,
    design.is_template,
    design.status,
    coalesce(design.thumbnail_url, $2::text || design.thumbnail_key) as thumbnail_url,
    design.created_at,
    design.updated_at
from designs design
where design.site_id = $1
and design.is_template
and not design.legacy
and design.deleted_at is null
and (design.product_id = $3 or $3::bigint is null)
and exists (
    select
    from products product
    where product.site_id = $1
    and product.id = design.product_id
    and product.status = 'active'
    and (product.is_designable or product.designable)
)
order by design.position, design.id
