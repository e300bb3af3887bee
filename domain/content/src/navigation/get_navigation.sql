select
    site.navigation_version as version,
    array(
        select row(
            link.id,
            link.parent_id,
            link.label,
            link.href,
            link.open_in_new_tab,
            link.is_button,
            link.description,
            link.icon,
            link.featured_image,
            link.column_group
        )
        from navigation_items link
        where link.site_id = $1
        order by link.sort_order, link.id
    ) as items
from sites site
where site.id = $1
