-- An active product with what there is to choose of it. `public` is what everyone may see.
with parameters as (
    select $1::bigint as site_id, $2::text as slug, $3::text[] as metadata_keys
)
select
--[product.sql]
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
    )) as options,
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
    )) as variants,
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
    )) as bulk_pricing,
    case when category.id is not null then
        json_build_object('id', category.id, 'name', category.name, 'slug', category.slug)
    end as category
from products product
left join product_categories category
    on category.site_id = $1 and category.id = product.category_id and category.active
where product.site_id = $1
and product.slug = $2
and product.status = 'active'
