-- A page of the active products that match, and their total number. A product matches if each word occurs in its name
-- or short description.
with parameters as (
    select $1::bigint as site_id, $4::text as category, $5::text as longest_word, $6::text[] as words
),
-- Materialized, because both the page and the total read it.
matching as materialized (
    select product.id, product.price, product.featured, product.created_at
    from products product
    where product.site_id = $1
    and product.status = 'active'
-- The trigram index finds products by the longest word.
--[longest] and product.search_text like (select lower($5 collate "und-x-icu"))
-- $6 has the other words. If every word is too short for the index, $6 has all words.
    and product.search_text like all (array(select lower(word collate "und-x-icu") from unnest($6) word))
--[in_category] and product.category_id = (
--[in_category]     select category.id
--[in_category]     from product_categories category
--[in_category]     where category.site_id = $1 and category.slug = $4 and category.active
--[in_category] )
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
left join (
    select listed.id
    from (
        select product.id
        from matching product
--[newest]         order by product.created_at desc, product.id desc
--[price_asc]         order by product.price, product.id desc
--[price_desc]         order by product.price desc, product.id desc
--[featured]         order by product.featured desc, product.created_at desc, product.id desc
        -- A page has at most 100 items. The limit is a literal, because the planner assumes that `limit $2` returns a
        -- tenth of the rows.
        limit 100 offset $3
    ) listed
    limit $2
) page on true
left join products product on product.site_id = $1 and product.id = page.id
left join product_categories category
    on category.site_id = $1 and category.id = product.category_id and category.active
--[newest] order by product.created_at desc, product.id desc
--[price_asc] order by product.price, product.id desc
--[price_desc] order by product.price desc, product.id desc
--[featured] order by product.featured desc, product.created_at desc, product.id desc
