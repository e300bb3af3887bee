select
    product.id,
    product.version,
    product.name,
    product.slug,
    product.description,
    product.short_description,
    product.status,
    product.category_id,
    product.price,
    product.compare_at_price,
    product.cost_price,
    product.sku,
    product.barcode,
    product.track_inventory,
    product.quantity,
    product.weight,
    product.weight_unit,
    product.length_in,
    product.width_in,
    product.height_in,
    product.featured,
    product.is_designable,
    product.designable,
    product.seo_title,
    product.seo_description,
    product.tags,
    product.metadata,
    product.created_at,
    product.updated_at,
    array(
        select row(
            image.id,
            image.url,
            image.alt,
            image.position -- order
        )
        from product_images image
        where image.site_id = $1 and image.product_id = product.id
        order by image.position, image.id
    ) as images,
    array(
        select row(
            option.id,
            option.name,
            option.position, -- order
            array(
                select row(
                    value.id,
                    value.value,
                    value.label,
                    value.position -- order
                )
                from product_option_values value
                where value.site_id = $1 and value.option_id = option.id
                order by value.position, value.id
            ) -- values
        )
        from product_options option
        where option.site_id = $1 and option.product_id = product.id
        order by option.position, option.id
    ) as options,
    array(
        select row(
            variant.id,
            variant.version,
            variant.name,
            variant.price,
            variant.compare_at_price,
            variant.cost_price,
            variant.sku,
            variant.barcode,
            variant.quantity,
            variant.weight,
            variant.length_in,
            variant.width_in,
            variant.height_in,
            variant.image,
            variant.active,
            array(
                select row(chosen.option_id, chosen.value_id)
                from variant_option_values chosen
                where chosen.site_id = $1 and chosen.variant_id = variant.id
                order by chosen.option_id
            ), -- optionValues
            variant.created_at,
            variant.updated_at
        )
        from product_variants variant
        where variant.site_id = $1 and variant.product_id = product.id
        order by variant.id
    ) as variants,
    array(
        select row(
            rule.id,
            rule.variant_id,
            rule.min_quantity,
            rule.max_quantity,
            rule.price_type,
            rule.amount
        )
        from bulk_pricing_rules rule
        where rule.site_id = $1 and rule.product_id = product.id
        order by rule.min_quantity, rule.id
    ) as bulk_pricing,
    array(
        select row(
            style.id,
            style.name,
            style.active,
            style.position, -- order
            array(
                select row(
                    side.id,
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
        where style.site_id = $1 and style.product_id = product.id
        order by style.position, style.id
    ) as styles
from products product
where product.site_id = $1
and product.id = $2
