-- `product_category_parents.sql` sets the parents after all categories are inserted, because a parent may come later in
-- the file.
insert into product_categories (site_id, id, name, slug, description, image, position, active)
select $1, item.id, coalesce(item.name, ''), normalize(coalesce(item.slug, ''), nfc), item.description, item.image,
    coalesce(item."order", 0), coalesce(item.active, true)
from jsonb_to_recordset($2) as item(
    id bigint, name text, slug text, description text, image text, "order" bigint, active boolean
)
