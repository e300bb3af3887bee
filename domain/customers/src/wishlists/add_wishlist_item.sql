-- Adds the product $3 (variant $4) to the list $2. Returns the reason why the product cannot be added, or the product's
-- item. The item may have existed before.
--
-- An earlier statement has locked the list, so only one transaction at a time adds items.
with present as (
    select saved.id, saved.product_id, saved.variant_id, saved.added_at
    from wishlist_items saved
    where saved.site_id = $1
    and saved.wishlist_id = $2
    and saved.product_id = $3
),
offered as (
    select product.id, product.status, variant.id as variant_id
    from products product
    left join product_variants variant
        on variant.site_id = $1
        and variant.product_id = product.id
        and variant.id = $4::bigint
        and variant.active
    where product.site_id = $1
    and product.id = $3
),
verdict as (
    select
        case
            when offered.id is null then 'product_not_found'
            when exists (select from present) then null
            when offered.status <> 'active' then 'product_not_found'
            when $4::bigint is not null and offered.variant_id is null then 'variant_not_found'
            when (
                select count(*)
                from wishlist_items saved
                -- Counts only items whose product still exists. The subquery looks up each item's product, because a
                -- join would read all products of the site.
                cross join lateral (
                    select
                    from products product
                    where product.site_id = $1
                    and product.id = saved.product_id
                    limit 1
                ) there
                where saved.site_id = $1
                and saved.wishlist_id = $2
            ) >= $6::bigint then 'wishlist_is_full'
        end as refusal
    from (select) one
    left join offered on true
),
added as (
    insert into wishlist_items (site_id, wishlist_id, product_id, variant_id, added_at)
    select $1, $2, $3, $4, $5
    from verdict
    where verdict.refusal is null
    and not exists (select from present)
    returning id, product_id, variant_id, added_at
)
select verdict.refusal,
    case when saved.id is not null then
        json_build_object(
            'id', saved.id,
            'productId', saved.product_id,
            'variantId', saved.variant_id,
            'addedAt', saved.added_at,
            'product', json_build_object(
                'name', product.name,
                'slug', product.slug,
                'price', product.price,
                'compareAtPrice', product.compare_at_price,
                'status', case when product.status = 'archived' then 'inactive' else product.status end,
                'image', (
                    select image.url
                    from product_images image
                    where image.site_id = $1
                    and image.product_id = product.id
                    order by image.position, image.id
                    limit 1
                )
            )
        )
    end as item
from verdict
left join (
    select present.id, present.product_id, present.variant_id, present.added_at
    from present
    union all
    select added.id, added.product_id, added.variant_id, added.added_at
    from added
) saved on verdict.refusal is null
left join products product on product.site_id = $1 and product.id = saved.product_id
