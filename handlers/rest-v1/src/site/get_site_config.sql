-- cssVars is made of the branding: the handler sees to it.
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
--[navigation.sql]
from sites site
left join stores store on store.site_id = $1
where site.id = $1
and site.active
