-- Like list_products.sql, but only products of which each of the words $7 is in the name or the short description. $8
-- says which words have three letters or digits in a row, $9 which others have letters or digits. Also finds products
-- whose SKU, or a variant's SKU, begins with $10, ignoring case, by the first 1,000 of these SKUs. `chr(1114111)` is the
-- last character, so it ends the range of the texts with a prefix.
--
-- The words are first looked for in the newest 1,000 products of each status. If these cannot contain the whole page, the
-- other products of their status are searched:
-- - in order, as far as 20,000 products, if at least 3 of the 1,000 match;
-- - otherwise, or if these are too few, by the index products_by_status_and_words, because few products match.
with parameters as (
    select $6::bigint
),
words as materialized (
    select
        array_agg(word.pattern) as patterns,
        array_agg(word.pattern order by length(word.pattern) desc) filter (where word.is_long) as long,
        array_agg(regexp_replace(word.pattern, '(\\?.)', '\1\1\1', 'g') order by length(word.pattern) desc)
            filter (where word.is_short) as short
    from (
        select upper(lower(given.word collate "und-x-icu")) as pattern, given.is_long, given.is_short
        from unnest($7::text[], $8::boolean[], $9::boolean[]) given (word, is_long, is_short)
    ) word
),
listed as not materialized (
    select product.id, product.created_at, product.status, product.folded_text
    from products product
    where product.site_id = $1
--[category] and product.category_id = $6
    and (product.created_at, product.id) < ($2, $3)
),
sample as materialized (
    select
        newest.status,
        newest.id,
        newest.created_at,
        newest.folded_text like all (array(select unnest(words.patterns) from words)) as is_match
    from unnest($5::text[]) wanted (status)
    cross join lateral (
        select listed.*
        from listed
        where listed.status = wanted.status
        order by listed.created_at desc, listed.id desc
        limit 1000
    ) newest
),
-- The statuses of which the sample may lack matches of the page, each with the last product of its sample.
rest as materialized (
    select
        wanted.status,
        last.id,
        last.created_at,
        (select count(*) from sample where sample.status = wanted.status and sample.is_match) >= 3 as is_frequent
    from unnest($5::text[]) wanted (status)
    cross join lateral (
        select sample.id, sample.created_at
        from sample
        where sample.status = wanted.status
        order by sample.created_at desc, sample.id desc
        offset 999
        limit 1
    ) last
    where (
        select count(*)
        from sample
        where sample.is_match
        and (sample.created_at, sample.id) >= (last.created_at, last.id)
    ) < $4
),
frequent as materialized (
    select rest.status, matching.id, matching.created_at
    from rest
    cross join lateral (
        select newest.id, newest.created_at
        from (
            select listed.*
            from listed
            where listed.status = rest.status
            order by listed.created_at desc, listed.id desc
            -- The planner does not look into this limit, so it expects few rows, which it reads in order.
            limit (select 20000)
        ) newest
        where newest.folded_text like all (array(select unnest(words.patterns) from words))
        limit $4
    ) matching
    where rest.is_frequent
),
known as materialized (
    select sample.id, sample.created_at
    from sample
    where sample.is_match
    union
    select frequent.id, frequent.created_at
    from frequent
),
skus as materialized (
    (
        select product.id as product_id
        from products product
        where product.site_id = $1
        and product.sku is not null
        and left(upper(lower(product.sku collate "und-x-icu")), 100) collate "C"
            >= left(upper(lower($10::text collate "und-x-icu")), 100) collate "C"
        and left(upper(lower(product.sku collate "und-x-icu")), 100) collate "C"
            < (left(upper(lower($10 collate "und-x-icu")), 100) || chr(1114111)) collate "C"
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
            >= left(upper(lower($10 collate "und-x-icu")), 100) collate "C"
        and left(upper(lower(variant.sku collate "und-x-icu")), 100) collate "C"
            < (left(upper(lower($10 collate "und-x-icu")), 100) || chr(1114111)) collate "C"
        order by left(upper(lower(variant.sku collate "und-x-icu")), 100) collate "C", variant.product_id
        limit 1000
    )
),
matching as (
    select known.id, known.created_at
    from known
    union
    select rare.id, rare.created_at
    from rest
    cross join lateral (
        select listed.id, listed.created_at
        from listed
        where listed.status = rest.status
--[long] and listed.folded_text like (select words.long[1] from words)
--[long] and listed.folded_text like (select coalesce(words.long[2], words.long[1]) from words)
--[long] and listed.folded_text like (select coalesce(words.long[3], words.long[1]) from words)
--[short] and regexp_replace(listed.folded_text, '(.)', '\1\1\1', 'g') like (select words.short[1] from words)
        and listed.folded_text like all (array(select unnest(words.patterns) from words))
        -- The planner does not look into a subquery with an offset, so the index finds the status too.
        offset 0
    ) rare
    where (select count(*) from frequent where frequent.status = rest.status) < $4
    and (
        select count(*)
        from known
        where (known.created_at, known.id) >= (rest.created_at, rest.id)
    ) < $4
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
