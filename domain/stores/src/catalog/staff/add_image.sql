-- Adds a picture after the product's other ones, unless the product has $6 pictures. The largest order is that of a
-- bundle.
insert into product_images (site_id, product_id, url, alt, position, created_at)
select $1, $2, $4, $5, least(coalesce(max(image.position) + 1, 0), 9007199254740991), $3
from product_images image
where image.site_id = $1
and image.product_id = $2
having count(*) < $6
