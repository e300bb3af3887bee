insert into post_categories (site_id, post_id, category_id)
select $1, item.id, category.id
from jsonb_to_recordset($2) as item(id bigint, "categoryIds" bigint[]),
    unnest(item."categoryIds") as category(id)
