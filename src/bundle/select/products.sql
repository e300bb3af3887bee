select row_to_json(item)::text
from (
    select p.id, p.category_id as "categoryId", p.name, p.slug, p.description,
        p.short_description as "shortDescription", p.price, p.compare_at_price as "compareAtPrice",
        p.cost_price as "costPrice", p.sku, p.barcode, p.track_inventory as "trackInventory", p.quantity, p.weight,
        p.weight_unit as "weightUnit", p.length_in as "lengthIn", p.width_in as "widthIn",
        p.height_in as "heightIn", p.status, p.featured, p.is_designable as "isDesignable", p.designable,
        p.seo_title as "seoTitle", p.seo_description as "seoDescription", p.tags, p.metadata,
        to_char(p.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "createdAt",
        to_char(p.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "updatedAt",
        array(
            select image
            from (
                select i.id, i.url, i.alt, i.position as "order"
                from product_images i
                where i.site_id = $1
                and i.product_id = p.id
                order by i.id
            ) image
        ) as images,
        array(
            select option
            from (
                select o.id, o.name, o.position as "order",
                    array(
                        select choice
                        from (
                            select v.id, v.value, v.label, v.position as "order"
                            from product_option_values v
                            where v.site_id = $1
                            and v.option_id = o.id
                            order by v.id
                        ) choice
                    ) as "values"
                from product_options o
                where o.site_id = $1
                and o.product_id = p.id
                order by o.id
            ) option
        ) as options,
        array(
            select variant
            from (
                select v.id, v.name, v.sku, v.barcode, v.price, v.compare_at_price as "compareAtPrice",
                    v.cost_price as "costPrice", v.quantity, v.weight, v.length_in as "lengthIn",
                    v.width_in as "widthIn", v.height_in as "heightIn", v.image, v.active,
                    to_char(v.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "createdAt",
                    to_char(v.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "updatedAt",
                    array(
                        select choice
                        from (
                            select o.option_id as "optionId", o.value_id as "valueId"
                            from variant_option_values o
                            where o.site_id = $1
                            and o.variant_id = v.id
                            order by o.option_id
                        ) choice
                    ) as "optionValues"
                from product_variants v
                where v.site_id = $1
                and v.product_id = p.id
                order by v.id
            ) variant
        ) as variants,
        array(
            select rule
            from (
                select r.id, r.variant_id as "variantId", r.min_quantity as "minQuantity",
                    r.max_quantity as "maxQuantity", r.price_type as "priceType", r.amount
                from bulk_pricing_rules r
                where r.site_id = $1
                and r.product_id = p.id
                order by r.id
            ) rule
        ) as "bulkPricing",
        array(
            select style
            from (
                select s.id, s.name, s.active, s.position as "order",
                    array(
                        select side
                        from (
                            select d.id, d.name, d.slug, d.mockup_image as "mockupImage",
                                d.print_area_x as "printAreaX", d.print_area_y as "printAreaY",
                                d.print_area_width as "printAreaWidth", d.print_area_height as "printAreaHeight",
                                d.position as "order"
                            from product_style_sides d
                            where d.site_id = $1
                            and d.style_id = s.id
                            order by d.id
                        ) side
                    ) as sides
                from product_styles s
                where s.site_id = $1
                and s.product_id = p.id
                order by s.id
            ) style
        ) as styles
    from products p
    where p.site_id = $1
    order by p.id
) item
