-- Like list_posts.sql, but only posts of which each of the words $7 is in the title. $8 says which words a trigram index
-- can find.
--
-- If the first 5,000 posts of the list contain a page of matches, or if the list has fewer posts, those are the page.
-- Otherwise few posts match, and the trigram indexes find them. If no word is indexed, posts are read until 5,000 match.
with parameters as (
    select $6::text
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
        select post.id, post.created_at, post.folded_text
        from posts post
        where post.site_id = $1
        and post.status = wanted.status
--[post_type] and post.post_type = $6
        and (post.created_at, post.id) < ($2, $3)
--[unindexed] and post.folded_text like all (array(select unnest(words.patterns) from words))
        order by post.created_at desc, post.id desc
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
matching as (
    select first.id, first.created_at
    from first
    where first.is_match
    union
    select post.id, post.created_at
    from posts post
    where post.site_id = $1
    and (select rest.is_needed from rest)
    and post.published
    and post.status = any ($5)
    and ($6 is null or post.post_type = $6)
    and (post.created_at, post.id) < ($2, $3)
    and post.folded_text like (select words.indexed[1] from words)
    and post.folded_text like (select coalesce(words.indexed[2], words.indexed[1]) from words)
    and post.folded_text like (select coalesce(words.indexed[3], words.indexed[1]) from words)
    and post.folded_text like all (array(select unnest(words.patterns) from words))
    union
    select post.id, post.created_at
    from posts post
    where post.site_id = $1
    and (select rest.is_needed from rest)
    and not post.published
    and post.status = any ($5)
    and ($6 is null or post.post_type = $6)
    and (post.created_at, post.id) < ($2, $3)
    and post.folded_text like (select words.indexed[1] from words)
    and post.folded_text like (select coalesce(words.indexed[2], words.indexed[1]) from words)
    and post.folded_text like (select coalesce(words.indexed[3], words.indexed[1]) from words)
    and post.folded_text like all (array(select unnest(words.patterns) from words))
)
select matching.id
from matching
order by matching.created_at desc, matching.id desc
limit $4
