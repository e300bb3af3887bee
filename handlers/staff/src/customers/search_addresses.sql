-- Returns at most $5 customers whose e-mail addresses begin with $4, newest first, after the position $2, $3. Few
-- addresses have a beginning in common that contains an `@`. `offset 0` makes Postgres find them before it sorts them.
select
    found.id,
    found.email,
    found.verified_at is not null as is_verified,
    found.first_name,
    found.last_name,
    found.created_at
from (
    select customer.*
    from customers customer
    where customer.site_id = $1
    and lower(customer.email collate "und-x-icu") collate "C" >= (select lower($4 collate "und-x-icu"))
    and lower(customer.email collate "und-x-icu") collate "C" < (select lower($4 collate "und-x-icu") || chr(1114111))
    and (customer.created_at, customer.id) < ($2, $3)
    offset 0
) found
order by found.created_at desc, found.id desc
limit $5
