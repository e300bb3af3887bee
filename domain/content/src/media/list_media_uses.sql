-- Up to 100 things of the site whose texts contain one of $2, or whose JSON contains one of $3: the same texts as JSON
-- spells them.
select used.kind, used.id, used.name
from (
    select 'site' as kind, null::bigint as id, site.name
    from sites site
    where site.id = $1
    and exists (
        select
        from unnest($3::text[]) part (text)
        where strpos(site.branding::text, part.text) > 0
        or strpos(site.custom_layout::text, part.text) > 0
    )
    union all
    select 'navigation_item', link.id, link.label
    from navigation_items link
    where link.site_id = $1
    and exists (
        select
        from unnest($2::text[]) part (text)
        where strpos(concat_ws(' ', link.featured_image, link.href, link.icon), part.text) > 0
    )
    union all
    select 'product_category', category.id, category.name
    from product_categories category
    where category.site_id = $1
    and exists (
        select
        from unnest($2::text[]) part (text)
        where strpos(concat_ws(' ', category.image, category.description), part.text) > 0
    )
    union all
    select 'product', product.id, product.name
    from products product
    where product.site_id = $1
    and (
        exists (
            select
            from unnest($2::text[]) part (text)
            where strpos(concat_ws(' ', product.description, product.short_description), part.text) > 0
        )
        or exists (
            select
            from unnest($3::text[]) part (text)
            where strpos(product.metadata::text, part.text) > 0
        )
        or product.id in (
            select image.product_id
            from product_images image
            cross join unnest($2::text[]) part (text)
            where image.site_id = $1
            and strpos(image.url, part.text) > 0
        )
        or product.id in (
            select variant.product_id
            from product_variants variant
            cross join unnest($2::text[]) part (text)
            where variant.site_id = $1
            and strpos(variant.image, part.text) > 0
        )
        or product.id in (
            select style.product_id
            from product_style_sides side
            join product_styles style on style.site_id = $1 and style.id = side.style_id
            cross join unnest($2::text[]) part (text)
            where side.site_id = $1
            and strpos(side.mockup_image, part.text) > 0
        )
    )
    union all
    select 'post', post.id, post.title
    from posts post
    where post.site_id = $1
    and (
        exists (
            select
            from unnest($2::text[]) part (text)
            where strpos(
                concat_ws(' ', post.cover_image, post.og_image, post.excerpt, post.custom_css, post.custom_js),
                part.text
            ) > 0
        )
        or exists (
            select
            from unnest($3::text[]) part (text)
            where strpos(post.content::text, part.text) > 0
        )
    )
) used
limit 100
