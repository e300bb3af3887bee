-- The newest products of the statuses $5 after the position ($2, $3) that track inventory and of which the product or an
-- active variant has at most $7 pieces. If the words $8 are given, each of them is in the name or the short description,
-- or an SKU begins with $9. The literal limits are those of the longest page, and one more.
--
-- The indexes of stocks find the stocks of $7 pieces or fewer, so the cost grows with their number.
with low as (
    (
        select product.id, product.created_at
        from products product
        where product.site_id = $1
        and product.track_inventory
        and product.quantity >= 0
        and product.quantity <= $7
    )
    union
    (
        select product.id, product.created_at
        from (
            select distinct variant.product_id
            from product_variants variant
            where variant.site_id = $1
            and variant.active
            and variant.quantity >= 0
            and variant.quantity <= $7
        ) scarce
        -- The subquery looks up each variant's product, because a join would read all products of the site.
        cross join lateral (
            select product.id, product.created_at
            from products product
            where product.site_id = $1
            and product.id = scarce.product_id
            and product.track_inventory
            limit 1
        ) product
    )
)
select low.id
from low
cross join lateral (
    select product.*
    from products product
    where product.site_id = $1
    and product.id = low.id
    limit 1
) product
where product.status = any ($5)
and ($6::bigint is null or product.category_id = $6)
and (low.created_at, low.id) < ($2, $3)
and (
    $8::text[] is null
    or product.folded_text like all (
        array(select upper(lower(given.word collate "und-x-icu")) from unnest($8::text[]) given (word))
    )
    or starts_with(upper(lower(product.sku collate "und-x-icu")), upper(lower($9::text collate "und-x-icu")))
    or (
        select bool_or(
            starts_with(upper(lower(variant.sku collate "und-x-icu")), upper(lower($9::text collate "und-x-icu")))
        )
        from product_variants variant
        where variant.site_id = $1
        and variant.product_id = product.id
    )
)
order by low.created_at desc, low.id desc
limit $4
