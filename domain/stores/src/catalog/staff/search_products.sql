-- Like list_products.sql, but only products of which each of the words $7 is in the name or the short description. $8
-- says which words a trigram index can find.
--
-- If the first 5,000 products of the list contain a page of matches, or if the list has fewer products, those are the
-- page. Otherwise few products match, and the trigram indexes find them.
with words as materialized (
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
        order by product.created_at desc, product.id desc
--[indexed] limit 5000
    ) listed
    order by listed.created_at desc, listed.id desc
--[indexed] limit 5000
),
rest as materialized (
    select count(*) >= 5000 and count(*) filter (where first.is_match) < 101 as is_needed
    from first
),
matching as (
    select first.id, first.created_at
    from first
    where first.is_match
--[indexed] union
--[indexed] select product.id, product.created_at
--[indexed] from products product
--[indexed] where product.site_id = $1
--[indexed] and (select rest.is_needed from rest)
--[indexed] and product.status = 'active'
--[indexed] and product.status = any ($5)
--[indexed] and ($6::bigint is null or product.category_id = $6)
--[indexed] and (product.created_at, product.id) < ($2, $3)
--[indexed] and product.folded_text like (select words.indexed[1] from words)
--[indexed] and product.folded_text like (select coalesce(words.indexed[2], words.indexed[1]) from words)
--[indexed] and product.folded_text like (select coalesce(words.indexed[3], words.indexed[1]) from words)
--[indexed] and product.folded_text like all (array(select unnest(words.patterns) from words))
--[indexed] union
--[indexed] select product.id, product.created_at
--[indexed] from products product
--[indexed] where product.site_id = $1
--[indexed] and (select rest.is_needed from rest)
--[indexed] and product.status <> 'active'
--[indexed] and product.status = any ($5)
--[indexed] and ($6::bigint is null or product.category_id = $6)
--[indexed] and (product.created_at, product.id) < ($2, $3)
--[indexed] and product.folded_text like (select words.indexed[1] from words)
--[indexed] and product.folded_text like (select coalesce(words.indexed[2], words.indexed[1]) from words)
--[indexed] and product.folded_text like (select coalesce(words.indexed[3], words.indexed[1]) from words)
--[indexed] and product.folded_text like all (array(select unnest(words.patterns) from words))
)
select matching.id
from matching
order by matching.created_at desc, matching.id desc
limit $4
