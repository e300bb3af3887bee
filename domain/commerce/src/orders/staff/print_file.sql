-- Returns the URL of the print file of the side $4 of the item $3. URLs of the site's files begin with $5.
select $5::text || printed.print_key
from orders placed
join order_item_drawings printed
    on printed.site_id = $1
    and printed.order_id = placed.id
    and printed.position = $3
    and printed.side = $4
where placed.site_id = $1
and lower(placed.number collate "und-x-icu") = lower($2 collate "und-x-icu")
and printed.print_key is not null
order by placed.id
limit 1
