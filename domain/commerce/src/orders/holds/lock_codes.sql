-- Locks the discount codes $2, and returns for each that exists whether it has a use left.
select (code.used < code.max_uses) is not false as is_left
from discount_codes code
where code.site_id = $1
and lower(code.code collate "und-x-icu") = any (array(
    select lower(named.code collate "und-x-icu")
    from unnest($2::text[]) as named (code)
))
order by code.id
for no key update
