-- The items $2 by column.
insert into navigation_items (
    site_id, id, label, href, parent_id, sort_order, open_in_new_tab, is_button, description, icon, featured_image,
    column_group
)
select
    $1,
    item.id,
    item.label,
    item.href,
    item.parent_id,
    item.sort_order,
    item.open_in_new_tab,
    item.is_button,
    item.description,
    item.icon,
    item.featured_image,
    item.column_group
from jsonb_populate_recordset(null::navigation_items, $2) item
