select image.id, image.url, image.alt, image.position, image.created_at
from product_images image
where image.site_id = $1
and image.product_id = (select product.id from products product where product.site_id = $1 and product.slug = $2)
order by image.position, image.id
