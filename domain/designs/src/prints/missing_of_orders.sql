-- Returns up to 1,000 ordered sides without a print file: those of the order $2, or of all orders if $2 is null, the
-- newest order first. Leaves out sides of designs that were deleted with their customer.
select drawing.design_id, drawing.revision, drawing.side
from order_item_drawings printed
join order_items item
    on item.site_id = $1
    and item.order_id = printed.order_id
    and item.position = printed.position
join designs design
    on design.site_id = $1
    and design.uuid = item.design_id
join design_drawings drawing
    on drawing.site_id = $1
    and drawing.design_id = design.id
    and drawing.revision = item.design_revision
    and drawing.side = printed.side
where printed.site_id = $1
and printed.print_key is null
and (printed.order_id = $2 or $2::bigint is null)
order by printed.order_id desc
limit 1000
