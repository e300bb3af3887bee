-- An active product with its options, variants and bulk pricing. If $3 is null, the product has all of its data.
-- Otherwise this is the public view: without the cost price, and only with the metadata keys in $3.
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
    case when $3::text[] is null then product.cost_price end as cost_price,
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
    case
        when $3::text[] is null then product.metadata
        when $3::text[] <> '{}' then (
            select jsonb_object_agg(entry.key, entry.value)
            from jsonb_each(
                case when jsonb_typeof(product.metadata) = 'object' then product.metadata end
            ) entry
            where entry.key = any ($3)
        )
    end as metadata,
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
            option.id,
            option.product_id,
            option.name,
            option.position, -- order
            option.created_at,
            array(
                select row(
                    value.id,
                    value.option_id,
                    value.value,
                    value.label,
                    value.position, -- order
                    value.created_at
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
            variant.product_id,
            variant.name,
            variant.sku,
            variant.barcode,
            variant.price,
            variant.compare_at_price,
            case when $3::text[] is null then variant.cost_price end, -- costPrice
            variant.quantity,
            variant.weight,
            variant.length_in,
            variant.width_in,
            variant.height_in,
            variant.image,
            variant.active,
            variant.created_at,
            variant.updated_at,
            array(
                select row(chosen.option_id, chosen.value_id)
                from product_options option
                join variant_option_values chosen
                    on chosen.site_id = $1
                    and chosen.variant_id = variant.id
                    and chosen.option_id = option.id
                where option.site_id = $1 and option.product_id = product.id
                order by option.position, option.id
            ) -- optionValues
        )
        from product_variants variant
        where variant.site_id = $1 and variant.product_id = product.id and variant.active
        order by variant.id
    ) as variants,
    array(
        select row(
            rule.id,
            rule.product_id,
            rule.variant_id,
            rule.min_quantity,
            rule.max_quantity,
            rule.price_type,
            rule.amount,
            rule.created_at
        )
        from bulk_pricing_rules rule
        where rule.site_id = $1 and rule.product_id = product.id
        order by rule.min_quantity, rule.id
    ) as bulk_pricing,
    case when category.id is not null then row(category.id, category.name, category.slug) end as category
from products product
left join product_categories category
    on category.site_id = $1 and category.id = product.category_id and category.active
where product.site_id = $1
and product.slug = normalize($2, nfc)
and product.status = 'active'
