-- A page of the active products that match, and their total number. A product matches if each word occurs in its name
-- or short description.
with words as materialized (
    select upper(lower(given.word collate "und-x-icu")) as pattern, given.is_indexed
    from unnest($5::text[], $6::boolean[]) given (word, is_indexed)
),
newest as materialized (
    select product.folded_text
    from products product
    where product.site_id = $1 and product.status = 'active' and octet_length(product.folded_text) <= 2000
    order by product.created_at desc, product.id desc
    limit 200
),
-- The words that fewer than 20 of the 200 newest products have, the rarest first. For other words, the trigram index
-- takes longer than reading all products.
rare as materialized (
    select array_agg(word.pattern order by word.frequency) as words
    from (
        select words.pattern, count(newest.folded_text) as frequency
        from words
        left join newest on newest.folded_text like words.pattern
        where words.is_indexed
        group by words.pattern
        having count(newest.folded_text) < 20
    ) word
),
found as (
    -- By the trigram index products_by_folded_words. More than three words would not make it faster.
    select product.id, product.category_id, product.price, product.featured, product.created_at
    from products product
    where product.site_id = $1
    and product.status = 'active'
    and (select rare.words is not null from rare)
    and product.folded_text like (select rare.words[1] from rare)
    and product.folded_text like (select coalesce(rare.words[2], '%') from rare)
    and product.folded_text like (select coalesce(rare.words[3], '%') from rare)
    and product.folded_text like all (array(select words.pattern from words))
    union all
    -- All products, from the index products_with_folded_text, which contains all columns.
    select product.id, product.category_id, product.price, product.featured, product.created_at
    from products product
    where product.site_id = $1
    and product.status = 'active'
    and octet_length(product.folded_text) <= 2000
    and (select rare.words is null from rare)
    and product.folded_text like all (array(select words.pattern from words))
    union all
    -- Products whose text is too long for that index.
    select product.id, product.category_id, product.price, product.featured, product.created_at
    from products product
    where product.site_id = $1
    and product.status = 'active'
    and octet_length(product.folded_text) > 2000
    and (select rare.words is null from rare)
    and product.folded_text like all (array(select words.pattern from words))
),
-- Materialized, because both the page and the total read it.
matching as materialized (
    select found.id, found.price, found.featured, found.created_at
    from found
    where $4::text is null
    or found.category_id = (
        select category.id
        from product_categories category
        where category.site_id = $1 and category.slug = normalize($4, nfc) and category.active
    )
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
