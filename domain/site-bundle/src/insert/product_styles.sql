insert into product_styles (site_id, id, product_id, name, active, position)
select $1, style.id, item.id, coalesce(style.name, ''), coalesce(style.active, false), coalesce(style."order", 0)
from jsonb_to_recordset($2) as item(id bigint, styles jsonb),
    jsonb_to_recordset(item.styles) as style(id bigint, name text, active boolean, "order" bigint)
