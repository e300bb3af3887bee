insert into product_styles (site_id, id, product_id, name, active, position)
select $1, item.id, $2, item.name, item.active, item.position
from jsonb_to_recordset($3) item (id bigint, name text, active boolean, position bigint)
