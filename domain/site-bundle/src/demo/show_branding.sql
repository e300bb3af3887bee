-- Replaces the URLs of the pictures in the demo's branding, as `show_pictures` does for those of columns.
with picture as (
    select given.url, given.bundled, given.tail
    from unnest($1::text[], $2::text[], $3::text[]) as given (url, bundled, tail)
)
update sites site
set branding = site.branding || shown.branding
from (
    select jsonb_object_agg(setting.key, picture.url) as branding
    from sites stored
    cross join jsonb_each_text(stored.branding) setting
    join picture on setting.value = picture.bundled or setting.value like '%' || picture.tail
    where stored.id = 1
    and setting.value <> picture.url
) shown
where site.id = 1
and shown.branding is not null
