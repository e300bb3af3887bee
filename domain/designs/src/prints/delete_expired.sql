-- Handles up to 100 print files that expired at $2 or earlier. A file that a cart or an order refers to expires at $3
-- instead. The key of each other file is cleared. Returns, for each, whether it was cleared.
--
-- A checkout that runs concurrently either copies the key, which then retains the file, or lacks the file, which is
-- then drawn again.
with expired as materialized (
    select old.design_id, old.revision, old.side,
        exists (
            select
            from order_item_drawings printed
            where printed.site_id = $1
            and printed.print_key = old.print_key
            offset 0
        ) or exists (
            select
            from designs design
            join cart_items line
                on line.site_id = $1
                and line.design_id = design.uuid
            where design.site_id = $1
            and design.id = old.design_id
            and old.revision in (line.design_revision, design.revision)
            offset 0
        ) as is_needed
    from design_drawings old
    where old.site_id = $1
    and old.print_expires_at <= $2
    order by old.print_expires_at
    limit 100
)
update design_drawings drawing
set print_key = case when expired.is_needed then drawing.print_key end,
    print_expires_at = case when expired.is_needed then $3::timestamptz end
from expired
where drawing.site_id = $1
and drawing.design_id = expired.design_id
and drawing.revision = expired.revision
and drawing.side = expired.side
returning drawing.print_key is null as is_deleted
