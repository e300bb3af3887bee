select row_to_json(item)::text
from (
    select product.id, product.category_id as "categoryId", product.name, product.slug, product.description,
        product.short_description as "shortDescription", product.price, product.compare_at_price as "compareAtPrice",
        product.cost_price as "costPrice", product.sku, product.barcode, product.track_inventory as "trackInventory",
        product.quantity, product.weight, product.weight_unit as "weightUnit", product.length_in as "lengthIn",
        product.width_in as "widthIn", product.height_in as "heightIn", product.status, product.featured,
        product.is_designable as "isDesignable", product.designable, product.seo_title as "seoTitle",
        product.seo_description as "seoDescription", product.tags, product.metadata,
        to_char(product.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "createdAt",
        to_char(product.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "updatedAt",
        array(
            select part
            from (
                select image.id, image.url, image.alt, image.position as "order"
                from product_images image
                where image.site_id = $1
                and image.product_id = product.id
                order by image.id
            ) part
        ) as images,
        array(
            select part
            from (
                select option.id, option.name, option.position as "order",
                    array(
                        select part
                        from (
                            select value.id, value.value, value.label, value.position as "order"
                            from product_option_values value
                            where value.site_id = $1
                            and value.option_id = option.id
                            order by value.id
                        ) part
                    ) as "values"
                from product_options option
                where option.site_id = $1
                and option.product_id = product.id
                order by option.id
            ) part
        ) as options,
        array(
            select part
            from (
                select variant.id, variant.name, variant.sku, variant.barcode, variant.price,
                    variant.compare_at_price as "compareAtPrice", variant.cost_price as "costPrice", variant.quantity,
                    variant.weight, variant.length_in as "lengthIn", variant.width_in as "widthIn",
                    variant.height_in as "heightIn", variant.image, variant.active,
                    to_char(variant.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "createdAt",
                    to_char(variant.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "updatedAt",
                    array(
                        select part
                        from (
                            select chosen.option_id as "optionId", chosen.value_id as "valueId"
                            from variant_option_values chosen
                            where chosen.site_id = $1
                            and chosen.variant_id = variant.id
                            order by chosen.option_id
                        ) part
                    ) as "optionValues"
                from product_variants variant
                where variant.site_id = $1
                and variant.product_id = product.id
                order by variant.id
            ) part
        ) as variants,
        array(
            select part
            from (
                select rule.id, rule.variant_id as "variantId", rule.min_quantity as "minQuantity",
                    rule.max_quantity as "maxQuantity", rule.price_type as "priceType", rule.amount
                from bulk_pricing_rules rule
                where rule.site_id = $1
                and rule.product_id = product.id
                order by rule.id
            ) part
        ) as "bulkPricing",
        array(
            select part
            from (
                select style.id, style.name, style.active, style.position as "order",
                    array(
                        select part
                        from (
                            select side.id, side.name, side.slug, side.mockup_image as "mockupImage",
                                side.print_area_x as "printAreaX", side.print_area_y as "printAreaY",
                                side.print_area_width as "printAreaWidth", side.print_area_height as "printAreaHeight",
                                side.position as "order"
                            from product_style_sides side
                            where side.site_id = $1
                            and side.style_id = style.id
                            order by side.id
                        ) part
                    ) as sides
                from product_styles style
                where style.site_id = $1
                and style.product_id = product.id
                order by style.id
            ) part
        ) as styles
    from products product
    where product.site_id = $1
--[some] and product.id = any($2)
    order by product.id
) item
