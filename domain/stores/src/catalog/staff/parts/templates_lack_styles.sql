-- Returns whether a template has a style of the product that is not among $3. A template of an older release may have a
-- style that no longer exists.
select exists (
    select
    from product_styles style
    join designs template
        on template.site_id = $1
        and template.style_id = style.id
        and template.product_id = $2
        and template.is_template
    where style.site_id = $1
    and style.product_id = $2
    and style.id <> all ($3::bigint[])
)
