-- Applies the merge patch $4, whose keys are names of columns. A column that the patch lacks retains its value.
update posts post
set (
        title, slug, post_type, excerpt, content, cover_image, published_at, seo_title, seo_description, og_image,
        canonical_url, no_index, custom_css, custom_js, parent_post_id
    ) = (
        select
            patched.title,
            normalize(patched.slug, nfc),
            patched.post_type,
            patched.excerpt,
            patched.content,
            patched.cover_image,
            patched.published_at,
            patched.seo_title,
            patched.seo_description,
            patched.og_image,
            patched.canonical_url,
            patched.no_index,
            patched.custom_css,
            patched.custom_js,
            patched.parent_post_id
        from jsonb_populate_record(post, $4) patched
    ),
    version = post.version + 1,
    updated_at = $3
where post.site_id = $1
and post.id = $2
