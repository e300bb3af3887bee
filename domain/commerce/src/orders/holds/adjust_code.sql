-- Changes the number of uses of the order's discount code. $3 is 1 to take a use, or -1 to give it back.
update discount_codes code
set used = greatest(code.used + $3, 0)
from orders placed
where placed.site_id = $1
and placed.id = $2
and code.site_id = $1
and lower(code.code collate "und-x-icu") = lower(placed.discount_code collate "und-x-icu")
