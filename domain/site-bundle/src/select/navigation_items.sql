select row_to_json(item)::text
from (
    select link.id, link.label, link.href, link.parent_id as "parentId", link.sort_order as "sortOrder",
        link.open_in_new_tab as "openInNewTab", link.is_button as "isButton", link.description, link.icon,
        link.featured_image as "featuredImage", link.column_group as "columnGroup"
    from navigation_items link
    where link.site_id = $1
--[some] and link.id = any($2)
    order by link.id
) item
