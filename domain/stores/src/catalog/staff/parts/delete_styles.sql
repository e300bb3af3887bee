-- Deletes the styles of the product with their sides.
delete from product_styles style
where style.site_id = $1
and style.product_id = $2
