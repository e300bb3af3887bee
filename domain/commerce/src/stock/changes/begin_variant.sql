update product_variants variant
set quantity = 0
where variant.site_id = $1
and variant.id = $2
and variant.quantity is null
