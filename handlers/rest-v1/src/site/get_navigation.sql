-- Returns an empty list for a site without items, and no row for a site that is inactive or does not exist.
select
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
from sites site
where site.id = $1
and site.active
