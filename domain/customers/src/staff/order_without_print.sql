-- Returns the number of the oldest order that lacks the print file of a design of the customer, without orders that are
-- never printed. A job draws the print file from the design.
select placed.number
from designs design
join order_items item
    on item.site_id = $1
    and item.design_id = design.uuid
join order_item_drawings printed
    on printed.site_id = $1
    and printed.order_id = item.order_id
    and printed.position = item.position
join orders placed
    on placed.site_id = $1
    and placed.id = item.order_id
where design.site_id = $1
and design.customer_id = $2
and printed.print_key is null
and placed.status not in ('cancelled', 'expired', 'refunded')
order by placed.id
limit 1
