insert into product_options (site_id, id, product_id, name, position, created_at)
select $1, option.id, item.id, coalesce(option.name, ''), coalesce(option."order", 0), coalesce(item."createdAt", $3)
from jsonb_to_recordset($2) as item(id bigint, options jsonb, "createdAt" timestamptz),
    jsonb_to_recordset(item.options) as option(id bigint, name text, "order" bigint)
