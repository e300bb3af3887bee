-- css_vars is null here: the handler computes it from the branding.
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
left join stores store on store.site_id = $1
where site.id = $1
and site.active
