select row_to_json(item)::text
from (
    select n.id, n.label, n.href, n.parent_id as "parentId", n.sort_order as "sortOrder",
        n.open_in_new_tab as "openInNewTab", n.is_button as "isButton", n.description, n.icon,
        n.featured_image as "featuredImage", n.column_group as "columnGroup"
    from navigation_items n
    where n.site_id = $1
    order by n.id
) item
