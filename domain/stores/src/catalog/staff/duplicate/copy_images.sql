insert into product_images (site_id, product_id, url, alt, position, created_at)
select $1, $3, image.url, image.alt, image.position, $4
from product_images image
where image.site_id = $1
and image.product_id = $2
order by image.id
