select
    site.name,
    site.domain,
    store.base_url,
    store.email,
    site.branding ->> 'primaryColor' as primary_color,
    site.branding -> 'buttonStyle' ->> 'primaryBg' as button_color,
    site.branding -> 'buttonStyle' ->> 'primaryText' as button_text_color
from stores store
join sites site on site.id = $1
where store.site_id = $1
