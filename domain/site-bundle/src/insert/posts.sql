-- `post_parents.sql` sets the parents after all posts are inserted, because a parent may come later in the file.
insert into posts (
    site_id, id, title, slug, post_type, excerpt, content, cover_image, published, published_at, scheduled_for,
    seo_title, seo_description, og_image, canonical_url, no_index, custom_css, custom_js, created_at, updated_at
)
select $1, item.id, coalesce(item.title, ''), normalize(coalesce(item.slug, ''), nfc), coalesce(item."postType", 'post'),
    item.excerpt, '{"blocks": [], "version": ""}'::jsonb || item.content, item."coverImage",
    coalesce(item.published, false), item."publishedAt",
    case when item.published then null else item."scheduledFor" end, item."seoTitle", item."seoDescription",
    item."ogImage", item."canonicalUrl", item."noIndex", item."customCss", item."customJs", coalesce(item."createdAt", $3),
    coalesce(item."updatedAt", $3)
from jsonb_to_recordset($2) as item(
    id bigint, title text, slug text, "postType" text, excerpt text, content jsonb, "coverImage" text,
    published boolean, "publishedAt" timestamptz, "scheduledFor" timestamptz, "seoTitle" text,
    "seoDescription" text, "ogImage" text, "canonicalUrl" text, "noIndex" boolean, "customCss" text, "customJs" text,
    "createdAt" timestamptz, "updatedAt" timestamptz
)
