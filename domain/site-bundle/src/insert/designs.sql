-- The UUID is derived from the ids of the template and the site, so it is the same after each import.
insert into designs (
    site_id, id, uuid, product_id, style_id, is_template, position, name, layers, style_overrides, created_at, updated_at
)
select $1, item.id, md5(concat_ws(' ', 'template', item.id, 'of site', $1::bigint))::uuid, item."productId",
    item."styleId", true, coalesce(item."order", 0), coalesce(item.name, ''), coalesce(item.layers, '[]'),
    coalesce(item."styleOverrides", '{}'), $3, $3
from jsonb_to_recordset($2) as item(
    id bigint, "productId" bigint, "styleId" bigint, name text, layers jsonb, "styleOverrides" jsonb, "order" bigint
)
