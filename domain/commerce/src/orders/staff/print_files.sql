-- Returns the print files of the order $2, in the order of its items and their sides. URLs of the files begin with $3.
select item.position::text, item.product_name || coalesce(' / ' || item.variant_name, ''), item.quantity::text, printed.side,
    $3::text || printed.print_key
from order_items item
join order_item_drawings printed
    on printed.site_id = $1
    and printed.order_id = item.order_id
    and printed.position = item.position
where item.site_id = $1
and item.order_id = $2
order by item.position, printed.side_position
