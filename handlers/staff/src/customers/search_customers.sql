-- Returns at most $5 customers whose texts match the pattern $4, newest first, after the position $2, $3.
--
-- A frequent pattern matches a whole page of the next 5,000 customers. Otherwise the pattern is rare, so the trigram
-- index finds few customers, which are sorted. `offset 0` makes Postgres find them before it sorts them.
with recent as materialized (
    select read.id, read.email, read.verified_at, read.first_name, read.last_name, read.created_at
    from (
        select customer.*
        from customers customer
        where customer.site_id = $1
        and (customer.created_at, customer.id) < ($2, $3)
        order by customer.created_at desc, customer.id desc
        limit 5000
    ) read
    where read.search_text like (select lower($4 collate "und-x-icu"))
    order by read.created_at desc, read.id desc
    limit $5
),
found as (
    select recent.*
    from recent
    where (select count(*) from recent) = $5
    union all
    select matching.*
    from (
        select customer.id, customer.email, customer.verified_at, customer.first_name, customer.last_name,
            customer.created_at
        from customers customer
        where customer.site_id = $1
        and customer.search_text like (select lower($4 collate "und-x-icu"))
        and (customer.created_at, customer.id) < ($2, $3)
        and (select count(*) from recent) < $5
        offset 0
    ) matching
)
select
    found.id,
    found.email,
    found.verified_at is not null as is_verified,
    found.first_name,
    found.last_name,
    found.created_at
from found
order by found.created_at desc, found.id desc
limit $5
