-- `navigation_item_parents.sql` sets the parents after all items are inserted, because a parent may come later in the
-- file.
insert into navigation_items (
    site_id, id, label, href, sort_order, open_in_new_tab, is_button, description, icon, featured_image, column_group
)
select $1, item.id, coalesce(item.label, ''), coalesce(item.href, ''), coalesce(item."sortOrder", 0),
    coalesce(item."openInNewTab", false), coalesce(item."isButton", false), item.description, item.icon,
    item."featuredImage", item."columnGroup"
from jsonb_to_recordset($2) as item(
    id bigint, label text, href text, "sortOrder" bigint, "openInNewTab" boolean, "isButton" boolean,
    description text, icon text, "featuredImage" text, "columnGroup" bigint
)
