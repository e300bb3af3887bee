-- Up to 100 things of the site that show one of the files whose keys begin with $2. The expressions of posts and products
-- are those of their indexes.
select used.kind, used.id, used.name
from (
    select 'site' as kind, null::bigint as id, site.name
    from sites site
    where site.id = $1
    and exists (
        select
        from unnest($2::text[]) part (text)
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
    and product.id in (
        select other.id
        from products other
        where other.site_id = $1
        and string_to_array(
            regexp_replace(
                regexp_replace(
                    coalesce(other.description, '') || ' ' || coalesce(other.short_description, '') || ' '
                        || coalesce(other.metadata::text, ''),
                    '[0-9a-f]{32}\.', E'\x01\\&', 'g'
                ),
                E'(^|\x01([0-9a-f]{32})?)[^\x01]*', '\2 ', 'g'
            ),
            ' '
        ) && $2
        union
        select image.product_id
        from product_images image
        where image.site_id = $1
        and substring(image.url from '([0-9a-f]{32})\.') = any ($2)
        union
        select variant.product_id
        from product_variants variant
        where variant.site_id = $1
        and substring(variant.image from '([0-9a-f]{32})\.') = any ($2)
        union
        select style.product_id
        from product_style_sides side
        join product_styles style on style.site_id = $1 and style.id = side.style_id
        where side.site_id = $1
        and substring(side.mockup_image from '([0-9a-f]{32})\.') = any ($2)
    )
    union all
    select 'post', post.id, post.title
    from posts post
    where post.site_id = $1
    and string_to_array(
        regexp_replace(
            regexp_replace(
                coalesce(post.cover_image, '') || ' ' || coalesce(post.og_image, '') || ' '
                    || coalesce(post.excerpt, '') || ' ' || coalesce(post.custom_css, '') || ' '
                    || coalesce(post.custom_js, '') || ' ' || coalesce(post.content::text, ''),
                '[0-9a-f]{32}\.', E'\x01\\&', 'g'
            ),
            E'(^|\x01([0-9a-f]{32})?)[^\x01]*', '\2 ', 'g'
        ),
        ' '
    ) && $2
    union all
    select 'design_template', design.id, design.name
    from designs design
    where design.site_id = $1
    and design.is_template
    and design.deleted_at is null
    and exists (
        select
        from unnest($2::text[]) part (text)
        where strpos(design.layers::text, part.text) > 0
        or strpos(design.style_overrides::text, part.text) > 0
    )
) used
limit 100
