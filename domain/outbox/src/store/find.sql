select
    store.site_id is not null as has_store,
    site.name,
    site.domain,
    store.base_url,
    store.email,
    site.branding ->> 'primaryColor' as primary_color,
    site.branding -> 'buttonStyle' ->> 'primaryBg' as button_color,
    site.branding -> 'buttonStyle' ->> 'primaryText' as button_text_color
from sites site
left join stores store on store.site_id = $1
where site.id = $1
