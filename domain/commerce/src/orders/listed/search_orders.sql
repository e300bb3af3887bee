-- Lists a site's orders whose number is $8, or whose purchaser's e-mail address or name begins with $8, ignoring case. In
-- all else, like list_orders.sql.
--
-- If the first 1,000 orders of the list contain a page of matches, or if the list has fewer orders, those are the page.
-- Otherwise, the indexes of addresses and names are searched week by week, from the newest week on, until a page is
-- found. So matches older than the page are not read. `chr(1114111)` is the last character, so it ends the range of the
-- texts with a prefix.
with recursive parameters as (
    select $1::bigint, $2::timestamptz, $3::timestamptz, $4::bigint, $5::bigint, $6::text, $7::text, $8::text
),
listed as not materialized (
    select placed.id, placed.created_at, placed.number, placed.customer_email, placed.customer_name
    from orders placed
    where placed.site_id = $1
    and placed.created_at >= $2
    and (placed.created_at, placed.id) < ($3, $4)
--[status] and placed.status = $6
--[payment_status] and placed.payment_status = $7
),
first as materialized (
    select listed.id, listed.created_at,
        lower(listed.number collate "und-x-icu") = lower($8 collate "und-x-icu")
        or starts_with(lower(listed.customer_email collate "und-x-icu"), lower($8 collate "und-x-icu"))
        or starts_with(
            upper(lower(listed.customer_name collate "und-x-icu")),
            upper(lower($8 collate "und-x-icu"))
        ) as is_match
    from listed
    order by listed.created_at desc, listed.id desc
    limit 1000
),
others as materialized (
    select
        count(*) = 1000 and count(*) filter (where first.is_match) < 101 as are_needed,
        date_bin('7 days', min(first.created_at), '2001-01-01T00:00:00Z'::timestamptz) as first_week
    from first
),
-- `found` is the number of matches in the weeks after `week`. The first row is a start value, without a week that was searched.
weeks (week, found, ids) as (
    select others.first_week + interval '7 days', 0, '{}'::bigint[]
    from others
    where others.are_needed
    union all
    select weeks.week - interval '7 days', weeks.found + cardinality(weeks.ids), of_week.ids
    from weeks
    cross join lateral (
        select coalesce(array_agg(newest.id), '{}') as ids
        from (
            (
                select listed.id, listed.created_at
                from listed
                where date_bin('7 days', listed.created_at, '2001-01-01T00:00:00Z'::timestamptz)
                    = weeks.week - interval '7 days'
                and lower(listed.customer_email collate "und-x-icu") collate "C"
                    >= lower($8 collate "und-x-icu") collate "C"
                and lower(listed.customer_email collate "und-x-icu") collate "C"
                    < (lower($8 collate "und-x-icu") || chr(1114111)) collate "C"
                order by listed.created_at desc, listed.id desc
                limit 101
            )
            union
            (
                select listed.id, listed.created_at
                from listed
                where date_bin('7 days', listed.created_at, '2001-01-01T00:00:00Z'::timestamptz)
                    = weeks.week - interval '7 days'
                and upper(lower(listed.customer_name collate "und-x-icu")) collate "C"
                    >= upper(lower($8 collate "und-x-icu")) collate "C"
                and upper(lower(listed.customer_name collate "und-x-icu")) collate "C"
                    < (upper(lower($8 collate "und-x-icu")) || chr(1114111)) collate "C"
                order by listed.created_at desc, listed.id desc
                limit 101
            )
        ) newest
    ) of_week
    where weeks.found + cardinality(weeks.ids) < 101
    and weeks.week > $2
    and weeks.week > (select min(old.created_at) from orders old where old.site_id = $1)
),
matching as (
    (
        select first.id
        from first
        where first.is_match
        order by first.created_at desc, first.id desc
        limit 101
    )
    union
    select listed.id
    from listed
    where (select others.are_needed from others)
    and lower(listed.number collate "und-x-icu") = lower($8 collate "und-x-icu")
    union
    -- The limit tells the planner that there are few ids. There are at most 302.
    (select unnest(weeks.ids) from weeks limit 302)
)
select placed.id
from matching
join orders placed on placed.site_id = $1 and placed.id = matching.id
order by placed.created_at desc, placed.id desc
limit $5
