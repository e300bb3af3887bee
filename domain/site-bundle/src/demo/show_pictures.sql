-- Replaces the URLs of the demo's pictures by $1. Finds a picture by its URL in the bundle ($2). If an earlier start of
-- the server has replaced that URL, finds the picture by the URL's end ($3).
with picture as (
    select given.url, given.bundled, given.tail
    from unnest($1::text[], $2::text[], $3::text[]) as given(url, bundled, tail)
), of_products as (
    update product_images image
    set url = picture.url
    from picture
    where image.site_id = 1
      and (image.url = picture.bundled or image.url like '%' || picture.tail)
      and image.url <> picture.url
), of_sides as (
    update product_style_sides side
    set mockup_image = picture.url
    from picture
    where side.site_id = 1
      and (side.mockup_image = picture.bundled or side.mockup_image like '%' || picture.tail)
      and side.mockup_image <> picture.url
), of_categories as (
    update product_categories category
    set image = picture.url
    from picture
    where category.site_id = 1
      and (category.image = picture.bundled or category.image like '%' || picture.tail)
      and category.image <> picture.url
), of_posts as (
    update posts post
    set cover_image = picture.url
    from picture
    where post.site_id = 1
      and (post.cover_image = picture.bundled or post.cover_image like '%' || picture.tail)
      and post.cover_image <> picture.url
), of_navigation as (
    update navigation_items link
    set featured_image = picture.url
    from picture
    where link.site_id = 1
      and (link.featured_image = picture.bundled or link.featured_image like '%' || picture.tail)
      and link.featured_image <> picture.url
), of_media as (
    update media file
    set url = picture.url
    from picture
    where file.site_id = 1
      and (file.url = picture.bundled or file.url like '%' || picture.tail)
      and file.url <> picture.url
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
) as shown
where site.id = 1
  and shown.branding is not null
