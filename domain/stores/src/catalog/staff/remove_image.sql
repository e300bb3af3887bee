delete from product_images image
where image.site_id = $1
and image.product_id = $2
and image.id = $3
