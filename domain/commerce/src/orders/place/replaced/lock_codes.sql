-- Locks the discount code $3 and that of the order $2.
select
from discount_codes code
where code.site_id = $1
and lower(code.code collate "und-x-icu") in (
    lower($3::text collate "und-x-icu"),
    (
        select lower(placed.discount_code collate "und-x-icu")
        from orders placed
        where placed.site_id = $1
        and placed.id = $2
    )
)
order by code.id
for no key update
