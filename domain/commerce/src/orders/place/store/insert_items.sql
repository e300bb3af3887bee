-- Stores the items $3 of the order with the number $2, with the file keys of their designs' revisions. Returns the number
-- of items whose design exists.
--
-- Designs need no lock: a revision never changes, and a file is not deleted while a revision or an order refers to it.
with stored as materialized (
    select placed.id
    from orders placed
    where placed.site_id = $1
    and placed.number = $2
),
ordered as materialized (
    select item.*
    from jsonb_populate_recordset(null::order_items, $3::jsonb) as item
),
designed as materialized (
    select ordered.position, revision.design_id, revision.revision, revision.thumbnail_key
    from ordered
    join designs design
        on design.site_id = $1
        and design.uuid = ordered.design_id
        and design.deleted_at is null
    join design_revisions revision
        on revision.site_id = $1
        and revision.design_id = design.id
        and revision.revision = ordered.design_revision
),
items as (
    insert into order_items (
        site_id, order_id, position, product_id, variant_id, design_id, design_revision, design_thumbnail_key,
        product_name, variant_name, sku, unit_price, quantity, total, stock_of
    )
    select
        $1, stored.id, ordered.position, ordered.product_id, ordered.variant_id, ordered.design_id, designed.revision,
        designed.thumbnail_key, ordered.product_name, ordered.variant_name, ordered.sku, ordered.unit_price,
        ordered.quantity, ordered.total, ordered.stock_of
    from stored
    cross join ordered
    left join designed on designed.position = ordered.position
),
printed as (
    insert into order_item_drawings (site_id, order_id, position, side, side_position, mockup_key, print_key)
    select $1, stored.id, designed.position, drawing.side, drawing.position, drawing.mockup_key, drawing.print_key
    from stored
    cross join designed
    join design_drawings drawing
        on drawing.site_id = $1
        and drawing.design_id = designed.design_id
        and drawing.revision = designed.revision
)
select count(*) as designed
from designed
