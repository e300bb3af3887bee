-- Creates a draft at the time $2. The keys of $3 are names of columns.
insert into posts (
    site_id, title, slug, post_type, excerpt, content, cover_image, published_at, seo_title, seo_description, og_image,
    canonical_url, no_index, custom_css, custom_js, parent_post_id, version, created_at, updated_at
)
select
    $1,
    wished.title,
    normalize(wished.slug, nfc),
    wished.post_type,
    wished.excerpt,
    wished.content,
    wished.cover_image,
    wished.published_at,
    wished.seo_title,
    wished.seo_description,
    wished.og_image,
    wished.canonical_url,
    wished.no_index,
    wished.custom_css,
    wished.custom_js,
    wished.parent_post_id,
    (extract(epoch from $2::timestamptz) * 1000)::bigint,
    $2,
    $2
from jsonb_populate_record(null::posts, $3) wished
returning id
