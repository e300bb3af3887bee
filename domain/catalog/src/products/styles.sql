-- The active styles of the `product` of the site $1.
array_to_json(array(
    select json_build_object(
        'id', style.id,
        'productId', style.product_id,
        'name', style.name,
        'active', style.active,
        'order', style.position,
        'sides', array_to_json(array(
            select json_build_object(
                'id', side.id,
                'styleId', side.style_id,
                'name', side.name,
                'slug', side.slug,
                'mockupImage', side.mockup_image,
                'printAreaX', side.print_area_x,
                'printAreaY', side.print_area_y,
                'printAreaWidth', side.print_area_width,
                'printAreaHeight', side.print_area_height,
                'order', side.position
            )
            from product_style_sides side
            where side.site_id = $1 and side.style_id = style.id
            order by side.position, side.id
        ))
    )
    from product_styles style
    where style.site_id = $1 and style.product_id = product.id and style.active
    order by style.position, style.id
)) as styles
