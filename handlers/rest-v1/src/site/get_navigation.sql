-- The items as a flat list: an empty one for a site without any, no row for no active site.
select array_to_json(array(
    select json_build_object(
        'id', item.id,
        'label', item.label,
        'href', item.href,
        'parentId', item.parent_id,
        'sortOrder', item.sort_order,
        'openInNewTab', item.open_in_new_tab,
        'isButton', item.is_button,
        'description', item.description,
        'icon', item.icon,
        'featuredImage', item.featured_image,
        'columnGroup', item.column_group,
        'children', '[]'::json
    )
    from navigation_items item
    where item.site_id = $1
)) as navigation
from sites site
where site.id = $1
and site.active
