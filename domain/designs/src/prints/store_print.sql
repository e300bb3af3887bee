-- Stores $5 as the print file of the side $4 of the revision $3 of the design $2, unless the side has one by now. Gives
-- the side's print file to all orders that lack it.
with drawn as (
    update design_drawings drawing
    set print_key = coalesce(drawing.print_key, $5),
        print_sha256 = case when drawing.print_key is null then $6 else drawing.print_sha256 end,
        print_expires_at = coalesce(drawing.print_expires_at, $7)
    where drawing.site_id = $1
    and drawing.design_id = $2
    and drawing.revision = $3
    and drawing.side = $4
    returning drawing.print_key
)
update order_item_drawings printed
set print_key = drawn.print_key
from drawn
cross join designs design
join order_items item
    on item.site_id = $1
    and item.design_id = design.uuid
    and item.design_revision = $3
where design.site_id = $1
and design.id = $2
and printed.site_id = $1
and printed.order_id = item.order_id
and printed.position = item.position
and printed.side = $4
and printed.print_key is null
