-- The public view of an active product with its styles: without the cost price, and only with the metadata keys in $3.
select
    product.id,
    product.site_id as website_id,
    category.id as category_id,
    product.name,
    product.slug,
    product.description,
    product.short_description,
    product.price,
    product.compare_at_price,
    null::bigint as cost_price,
    product.sku,
    product.barcode,
    product.track_inventory,
    product.quantity,
    product.weight,
    product.weight_unit,
    product.length_in,
    product.width_in,
    product.height_in,
    product.status,
    product.featured,
    product.is_designable,
    product.designable,
    product.seo_title,
    product.seo_description,
    product.tags,
    (
        select jsonb_object_agg(entry.key, entry.value)
        from jsonb_each(
            case when jsonb_typeof(product.metadata) = 'object' then product.metadata end
        ) entry
        where entry.key = any ($3)
    ) as metadata,
    product.created_at,
    product.updated_at,
    array(
        select row(
            image.id,
            image.product_id,
            image.url,
            image.alt,
            image.position, -- order
            image.created_at
        )
        from product_images image
        where image.site_id = $1 and image.product_id = product.id
        order by image.position, image.id
    ) as images,
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
from products product
left join product_categories category
    on category.site_id = $1 and category.id = product.category_id and category.active
where product.site_id = $1
and product.id = $2
and product.status = 'active'
