-- A page of the active products, beside how many there are in all.
with parameters as (
    select $1::bigint as site_id, $2::bigint as "limit", $3::bigint as "offset",
        $4::text as category, $5::text as longest_word, $6::text[] as words
),
-- Found words are looked up once for page and total; else each of the two reads its own index.
matching as
--[!longest !words] not materialized
(
    select product.id, product.price, product.featured, product.created_at
    from products product
    where product.site_id = $1
    and product.status = 'active'
--[category] and product.category_id = (
--[category]     select category.id
--[category]     from product_categories category
--[category]     where category.site_id = $1 and category.slug = $4 and category.active
--[category] )
-- The longest word finds products by the index; the others, and words too short for it, filter what is there.
--[longest] and product.search_text like (select lower($5 collate "und-x-icu"))
--[words] and product.search_text like all (array(select lower(word collate "und-x-icu") from unnest($6) word))
),
page as (
    select listed.*
    from (
        select matching.id, matching.price, matching.featured, matching.created_at
        from matching
--[sort:newest]     order by matching.created_at desc, matching.id desc
--[sort:price_asc]     order by matching.price, matching.id desc
--[sort:price_desc]     order by matching.price desc, matching.id desc
--[sort:featured]     order by matching.featured desc, matching.created_at desc, matching.id desc
        -- A page has at most 100 items. A number, not a parameter: the plan rests on it.
        limit 100 offset $3
    ) listed
    limit $2
)
select
    (select count(*) from matching) as total,
    product.id,
    product.name,
    product.slug,
    product.short_description,
    product.price,
    product.compare_at_price,
    product.featured,
    category.id as category_id,
    category.name as category_name,
    (
        select image.url
        from product_images image
        where image.site_id = $1 and image.product_id = product.id
        order by image.position, image.id
        limit 1
    ) as image,
    product.created_at
from (select) one
left join page on true
left join products product on product.site_id = $1 and product.id = page.id
left join product_categories category
    on category.site_id = $1 and category.id = product.category_id and category.active
--[sort:newest] order by page.created_at desc, page.id desc
--[sort:price_asc] order by page.price, page.id desc
--[sort:price_desc] order by page.price desc, page.id desc
--[sort:featured] order by page.featured desc, page.created_at desc, page.id desc
