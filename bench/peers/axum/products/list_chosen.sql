-- The option values of the variants. `detail.rs` sorts them in the order of the options.
select chosen.variant_id, chosen.option_id, chosen.value_id
from product_variants variant
join variant_option_values chosen on chosen.site_id = variant.site_id and chosen.variant_id = variant.id
where variant.site_id = $1
and variant.product_id = (select product.id from products product where product.site_id = $1 and product.slug = $2)
and variant.active
