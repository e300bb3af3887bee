-- A bundle has no creation times for images, so an image gets the creation time of its product.
insert into product_images (site_id, id, product_id, url, alt, position, created_at)
select $1, image.id, item.id, coalesce(image.url, ''), image.alt, coalesce(image."order", 0),
    coalesce(item."createdAt", $3)
from jsonb_to_recordset($2) as item(id bigint, images jsonb, "createdAt" timestamptz),
    jsonb_to_recordset(item.images) as image(id bigint, url text, alt text, "order" bigint)
