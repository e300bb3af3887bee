-- Like list_products.sql, but only products of which each of the words $7 is in the name or the short description. $8
-- says which words a trigram index can find. Also finds products whose SKU, or a variant's SKU, begins with $9, ignoring
-- case, by the first 1,000 of these SKUs. `chr(1114111)` is the last character, so it ends the range of the texts with a
-- prefix.
--
-- If the first 5,000 products of the list contain a page of matches, or if the list has fewer products, those are the
-- page. Otherwise few products match, and the trigram indexes find them. If no word is indexed, products are read until
-- 5,000 match.
with parameters as (
    select $6::bigint
),
words as materialized (
    select
        array_agg(upper(lower(given.word collate "und-x-icu"))) as patterns,
        array_agg(upper(lower(given.word collate "und-x-icu"))) filter (where given.is_indexed) as indexed
    from unnest($7::text[], $8::boolean[]) given (word, is_indexed)
),
first as materialized (
    select
        listed.id,
        listed.created_at,
        listed.folded_text like all (array(select unnest(words.patterns) from words)) as is_match
    from unnest($5::text[]) wanted (status)
    cross join lateral (
        select product.id, product.created_at, product.folded_text
        from products product
        where product.site_id = $1
        and product.status = wanted.status
--[category] and product.category_id = $6
        and (product.created_at, product.id) < ($2, $3)
--[unindexed] and product.folded_text like all (array(select unnest(words.patterns) from words))
        order by product.created_at desc, product.id desc
        limit 5000
    ) listed
    order by listed.created_at desc, listed.id desc
    limit 5000
),
rest as materialized (
    select
        (select words.indexed is not null from words)
        and count(*) = 5000
        and count(*) filter (where first.is_match) < 101 as is_needed
    from first
),
skus as materialized (
    (
        select product.id as product_id
        from products product
        where product.site_id = $1
        and product.sku is not null
        and left(upper(lower(product.sku collate "und-x-icu")), 100) collate "C"
            >= left(upper(lower($9::text collate "und-x-icu")), 100) collate "C"
        and left(upper(lower(product.sku collate "und-x-icu")), 100) collate "C"
            < (left(upper(lower($9 collate "und-x-icu")), 100) || chr(1114111)) collate "C"
        order by left(upper(lower(product.sku collate "und-x-icu")), 100) collate "C", product.id
        limit 1000
    )
    union
    (
        select variant.product_id
        from product_variants variant
        where variant.site_id = $1
        and variant.sku is not null
        and left(upper(lower(variant.sku collate "und-x-icu")), 100) collate "C"
            >= left(upper(lower($9 collate "und-x-icu")), 100) collate "C"
        and left(upper(lower(variant.sku collate "und-x-icu")), 100) collate "C"
            < (left(upper(lower($9 collate "und-x-icu")), 100) || chr(1114111)) collate "C"
        order by left(upper(lower(variant.sku collate "und-x-icu")), 100) collate "C", variant.product_id
        limit 1000
    )
),
matching as (
    select first.id, first.created_at
    from first
    where first.is_match
    union
    select product.id, product.created_at
    from products product
    where product.site_id = $1
    and (select rest.is_needed from rest)
    and product.status = 'active'
    and product.status = any ($5)
    and ($6 is null or product.category_id = $6)
    and (product.created_at, product.id) < ($2, $3)
    and product.folded_text like (select words.indexed[1] from words)
    and product.folded_text like (select coalesce(words.indexed[2], words.indexed[1]) from words)
    and product.folded_text like (select coalesce(words.indexed[3], words.indexed[1]) from words)
    and product.folded_text like all (array(select unnest(words.patterns) from words))
    union
    select product.id, product.created_at
    from products product
    where product.site_id = $1
    and (select rest.is_needed from rest)
    and product.status <> 'active'
    and product.status = any ($5)
    and ($6 is null or product.category_id = $6)
    and (product.created_at, product.id) < ($2, $3)
    and product.folded_text like (select words.indexed[1] from words)
    and product.folded_text like (select coalesce(words.indexed[2], words.indexed[1]) from words)
    and product.folded_text like (select coalesce(words.indexed[3], words.indexed[1]) from words)
    and product.folded_text like all (array(select unnest(words.patterns) from words))
    union
    select product.id, product.created_at
    from skus
    cross join lateral (
        select product.id, product.created_at
        from products product
        where product.site_id = $1
        and product.id = skus.product_id
        and product.status = any ($5)
        and ($6 is null or product.category_id = $6)
        and (product.created_at, product.id) < ($2, $3)
        limit 1
    ) product
)
select matching.id
from matching
order by matching.created_at desc, matching.id desc
limit $4
