-- All items of the site $1 in a flat list: the handler makes a tree of it.
array_to_json(array(
    select json_build_object(
        'id', link.id,
        'label', link.label,
        'href', link.href,
        'parentId', link.parent_id,
        'sortOrder', link.sort_order,
        'openInNewTab', link.open_in_new_tab,
        'isButton', link.is_button,
        'description', link.description,
        'icon', link.icon,
        'featuredImage', link.featured_image,
        'columnGroup', link.column_group,
        'children', '[]'::json
    )
    from navigation_items link
    where link.site_id = $1
)) as navigation
