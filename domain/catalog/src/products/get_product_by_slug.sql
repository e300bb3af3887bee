-- An active product with its parts. `public` is what everyone may see. `or_id` finds it by its id too, and before its
-- slug: then it has styles, and null in place of options, variants, bulk pricing and category.
with parameters as (
    select $1::bigint as site_id, $2::text as slug, $3::bigint as id, $4::text[] as metadata_keys
)
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
--[!public]     product.cost_price,
--[public]     null::bigint as cost_price,
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
--[!public]     product.metadata,
--[public]     (
--[public]         select jsonb_object_agg(entry.key, entry.value)
--[public]         from jsonb_each(
--[public]             case when jsonb_typeof(product.metadata) = 'object' then product.metadata end
--[public]         ) entry
--[public]         where entry.key = any ($4)
--[public]     ) as metadata,
    product.created_at,
    product.updated_at,
    array_to_json(array(
        select json_build_object(
            'id', image.id,
            'productId', image.product_id,
            'url', image.url,
            'alt', image.alt,
            'order', image.position,
            'createdAt', image.created_at
        )
        from product_images image
        where image.site_id = $1 and image.product_id = product.id
        order by image.position, image.id
    )) as images,
--[or_id]     case when product.id <> $3 then
    array_to_json(array(
        select json_build_object(
            'id', option.id,
            'productId', option.product_id,
            'name', option.name,
            'order', option.position,
            'createdAt', option.created_at,
            'values', array_to_json(array(
                select json_build_object(
                    'id', value.id,
                    'optionId', value.option_id,
                    'value', value.value,
                    'label', value.label,
                    'order', value.position,
                    'createdAt', value.created_at
                )
                from product_option_values value
                where value.site_id = $1 and value.option_id = option.id
                order by value.position, value.id
            ))
        )
        from product_options option
        where option.site_id = $1 and option.product_id = product.id
        order by option.position, option.id
    ))
--[or_id]     end
    as options,
--[or_id]     case when product.id <> $3 then
    array_to_json(array(
        select json_build_object(
            'id', variant.id,
            'productId', variant.product_id,
            'name', variant.name,
            'sku', variant.sku,
            'barcode', variant.barcode,
            'price', variant.price,
            'compareAtPrice', variant.compare_at_price,
--[!public]             'costPrice', variant.cost_price,
--[public]             'costPrice', null,
            'quantity', variant.quantity,
            'weight', variant.weight,
            'lengthIn', variant.length_in,
            'widthIn', variant.width_in,
            'heightIn', variant.height_in,
            'image', variant.image,
            'active', variant.active,
            'createdAt', variant.created_at,
            'updatedAt', variant.updated_at,
            'optionValues', array_to_json(array(
                select json_build_object('optionId', chosen.option_id, 'valueId', chosen.value_id)
                from variant_option_values chosen
                join product_options option on option.site_id = $1 and option.id = chosen.option_id
                where chosen.site_id = $1 and chosen.variant_id = variant.id
                order by option.position, option.id
            ))
        )
        from product_variants variant
        where variant.site_id = $1 and variant.product_id = product.id and variant.active
        order by variant.id
    ))
--[or_id]     end
    as variants,
--[or_id]     case when product.id <> $3 then
    array_to_json(array(
        select json_build_object(
            'id', rule.id,
            'productId', rule.product_id,
            'variantId', rule.variant_id,
            'minQuantity', rule.min_quantity,
            'maxQuantity', rule.max_quantity,
            'priceType', rule.price_type,
            'amount', rule.amount,
            'createdAt', rule.created_at
        )
        from bulk_pricing_rules rule
        where rule.site_id = $1 and rule.product_id = product.id
        order by rule.min_quantity, rule.id
    ))
--[or_id]     end
    as bulk_pricing,
    case when category.id is not null
--[or_id]         and product.id <> $3
    then
        json_build_object('id', category.id, 'name', category.name, 'slug', category.slug)
    end as category
--[or_id]     , case when product.id = $3 then
--[or_id]         array_to_json(array(
--[or_id]             select json_build_object(
--[or_id]                 'id', style.id,
--[or_id]                 'productId', style.product_id,
--[or_id]                 'name', style.name,
--[or_id]                 'active', style.active,
--[or_id]                 'order', style.position,
--[or_id]                 'sides', array_to_json(array(
--[or_id]                     select json_build_object(
--[or_id]                         'id', side.id,
--[or_id]                         'styleId', side.style_id,
--[or_id]                         'name', side.name,
--[or_id]                         'slug', side.slug,
--[or_id]                         'mockupImage', side.mockup_image,
--[or_id]                         'printAreaX', side.print_area_x,
--[or_id]                         'printAreaY', side.print_area_y,
--[or_id]                         'printAreaWidth', side.print_area_width,
--[or_id]                         'printAreaHeight', side.print_area_height,
--[or_id]                         'order', side.position
--[or_id]                     )
--[or_id]                     from product_style_sides side
--[or_id]                     where side.site_id = $1 and side.style_id = style.id
--[or_id]                     order by side.position, side.id
--[or_id]                 ))
--[or_id]             )
--[or_id]             from product_styles style
--[or_id]             where style.site_id = $1 and style.product_id = product.id and style.active
--[or_id]             order by style.position, style.id
--[or_id]         ))
--[or_id]     end as styles
from products product
left join product_categories category
    on category.site_id = $1 and category.id = product.category_id and category.active
where product.site_id = $1
--[!or_id] and product.slug = $2
--[or_id] and (product.id = $3 or product.slug = $2)
and product.status = 'active'
--[or_id] order by product.id = $3 desc
--[or_id] limit 1
