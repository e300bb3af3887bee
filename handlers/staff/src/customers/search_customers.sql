-- Returns at most $5 customers whose texts match the pattern $4, newest first, after the position $2, $3.
--
-- If the next 1,000 customers contain a page of matches, or if there are fewer customers, those are the page. Otherwise,
-- the trigram index is searched by periods of 28 days, from the newest period on, until a page is found. So matches older than the page are not read.
-- `offset 0` makes Postgres find the matches of a period before it sorts them.
with recursive recent as materialized (
    select read.id, read.created_at, read.folded_text like upper(lower($4 collate "und-x-icu")) as is_match
    from (
        select customer.id, customer.created_at, customer.folded_text
        from customers customer
        where customer.site_id = $1
        and (customer.created_at, customer.id) < ($2, $3)
        order by customer.created_at desc, customer.id desc
        limit 1000
    ) read
),
others as materialized (
    select
        count(*) = 1000 and count(*) filter (where recent.is_match) < $5 as are_needed,
        date_bin('28 days', min(recent.created_at), '2001-01-01T00:00:00Z'::timestamptz) as first_period
    from recent
),
-- `found` is the number of matches in the periods after `period`. The first row is a start value, without a period that was searched.
periods (period, found, ids) as (
    select others.first_period + interval '28 days', 0, '{}'::bigint[]
    from others
    where others.are_needed
    union all
    select periods.period - interval '28 days', periods.found + cardinality(periods.ids), of_period.ids
    from periods
    cross join lateral (
        select coalesce(array_agg(newest.id), '{}') as ids
        from (
            select matching.id
            from (
                select customer.id, customer.created_at
                from customers customer
                where customer.site_id = $1
                and date_bin('28 days', customer.created_at, '2001-01-01T00:00:00Z'::timestamptz)
                    = periods.period - interval '28 days'
                and customer.folded_text like upper(lower($4 collate "und-x-icu"))
                and (customer.created_at, customer.id) < ($2, $3)
                offset 0
            ) matching
            order by matching.created_at desc, matching.id desc
            limit $5
        ) newest
    ) of_period
    where periods.found + cardinality(periods.ids) < $5
    and periods.period > (select min(old.created_at) from customers old where old.site_id = $1)
),
matching as (
    (
        select recent.id
        from recent
        where recent.is_match
        order by recent.created_at desc, recent.id desc
        limit $5
    )
    union
    -- The limit tells the planner that there are few ids. There are at most 201.
    (select unnest(periods.ids) from periods limit 202)
)
select
    customer.id,
    customer.email,
    customer.verified_at is not null as is_verified,
    customer.first_name,
    customer.last_name,
    customer.created_at
from matching
join customers customer on customer.site_id = $1 and customer.id = matching.id
order by customer.created_at desc, customer.id desc
limit $5
