insert into product_categories (
    site_id, name, slug, description, image, parent_id, position, active, active_products, version
)
values ($1, $2, normalize($3, nfc), $4, $5, $6, $7, $8, 0, $9)
returning id
