-- Locks the order's discount code, and returns whether the code has a use left. Returns no row if the order has no
-- code, or if the code no longer exists.
select code.max_uses is null or code.used < code.max_uses as is_left
from discount_codes code
join orders placed on placed.site_id = $1 and placed.id = $2
where code.site_id = $1
and lower(code.code collate "und-x-icu") = lower(placed.discount_code collate "und-x-icu")
for no key update of code
