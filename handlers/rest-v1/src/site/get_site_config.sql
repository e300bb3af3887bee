-- The navigation is a flat list, cssVars is made of the branding: the handler sees to both.
select
    site.id,
    site.name,
    site.domain,
    site.subdomain,
    site.description,
    site.custom_layout,
    coalesce(store.enabled, false) as store_enabled,
    jsonb_strip_nulls(site.branding) as branding,
    null::json as css_vars,
    array_to_json(array(
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
left join stores store on store.site_id = $1
where site.id = $1
and site.active
