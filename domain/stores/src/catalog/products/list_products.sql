-- A page of the active products, beside how many there are in all. An import notes how many a site and each of its
-- categories have; where an older release has imported, which knows nothing of it, they are counted.
with parameters as (
    select $1::bigint as site_id, $2::bigint as "limit", $3::bigint as "offset",
        $4::text as category, $5::text as longest_word, $6::text[] as words
)
-- Found words are looked up once, for page and total.
--[longest|words] , matching as (
--[longest|words]     select product.id, product.price, product.featured, product.created_at
--[longest|words]     from products product
--[longest|words]     where product.site_id = $1
--[longest|words]     and product.status = 'active'
--[longest category|words category]     and product.category_id = (
--[longest category|words category]         select category.id
--[longest category|words category]         from product_categories category
--[longest category|words category]         where category.site_id = $1 and category.slug = $4 and category.active
--[longest category|words category]     )
-- The longest word finds products by the index; the others, and words too short for it, filter what is there.
--[longest]     and product.search_text like (select lower($5 collate "und-x-icu"))
--[words]     and product.search_text like all (array(select lower(word collate "und-x-icu") from unnest($6) word))
--[longest|words] )
select
--[longest|words]     (select count(*) from matching) as total,
--[!longest !words]     coalesce(
--[!longest !words !category]         (select store.active_products from stores store where store.site_id = $1),
--[!longest !words category]         (
--[!longest !words category]             select category.active_products
--[!longest !words category]             from product_categories category
--[!longest !words category]             where category.site_id = $1 and category.slug = $4 and category.active
--[!longest !words category]         ),
--[!longest !words]         (
--[!longest !words]             select count(*)
--[!longest !words]             from products product
--[!longest !words]             where product.site_id = $1
--[!longest !words]             and product.status = 'active'
--[!longest !words category]             and product.category_id = (
--[!longest !words category]                 select category.id
--[!longest !words category]                 from product_categories category
--[!longest !words category]                 where category.site_id = $1 and category.slug = $4 and category.active
--[!longest !words category]             )
--[!longest !words]         )
--[!longest !words]     ) as total,
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
    select listed.*
    from (
--[longest|words]         select product.id, product.price, product.featured, product.created_at
--[longest|words]         from matching product
--[!longest !words]         select
--[!longest !words deep]             product.id, product.price, product.featured, product.created_at
--[!longest !words !deep]             product.*
--[!longest !words]         from products product
--[!longest !words]         where product.site_id = $1
--[!longest !words]         and product.status = 'active'
--[!longest !words category]         and product.category_id = (
--[!longest !words category]             select category.id
--[!longest !words category]             from product_categories category
--[!longest !words category]             where category.site_id = $1 and category.slug = $4 and category.active
--[!longest !words category]         )
--[sort:newest]         order by product.created_at desc, product.id desc
--[sort:price_asc]         order by product.price, product.id desc
--[sort:price_desc]         order by product.price desc, product.id desc
--[sort:featured]         order by product.featured desc, product.created_at desc, product.id desc
        -- A page has at most 100 items. A number, not a parameter: the plan rests on it.
        limit 100 offset $3
    ) listed
    limit $2
-- What comes before a deep page is skipped in the index alone; elsewhere no second look is cheaper.
--[longest|words|deep] ) page on true
--[longest|words|deep] left join products product on product.site_id = $1 and product.id = page.id
--[!longest !words !deep] ) product on true
left join product_categories category
    on category.site_id = $1 and category.id = product.category_id and category.active
--[sort:newest] order by product.created_at desc, product.id desc
--[sort:price_asc] order by product.price, product.id desc
--[sort:price_desc] order by product.price desc, product.id desc
--[sort:featured] order by product.featured desc, product.created_at desc, product.id desc
