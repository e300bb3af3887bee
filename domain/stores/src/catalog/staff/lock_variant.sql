select
    variant.version,
    (select store.currency from stores store where store.site_id = $1) as currency
from product_variants variant
where variant.site_id = $1
and variant.product_id = $2
and variant.id = $3
for update
