select
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
    ) as option_values,
    variant.created_at,
    variant.updated_at
from product_variants variant
where variant.site_id = $1
and variant.id = $2
