-- The active styles of the `product` of the site $1.
array(
    select row(
        style.id,
        style.product_id,
        style.name,
        style.active,
        style.position, -- order
        array(
            select row(
                side.id,
                side.style_id,
                side.name,
                side.slug,
                side.mockup_image,
                side.print_area_x,
                side.print_area_y,
                side.print_area_width,
                side.print_area_height,
                side.position -- order
            )
            from product_style_sides side
            where side.site_id = $1 and side.style_id = style.id
            order by side.position, side.id
        ) -- sides
    )
    from product_styles style
    where style.site_id = $1 and style.product_id = product.id and style.active
    order by style.position, style.id
) as styles
