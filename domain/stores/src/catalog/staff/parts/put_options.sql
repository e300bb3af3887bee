insert into product_options (site_id, id, product_id, name, position, created_at)
select $1, item.id, $2, item.name, item.position, $4
from jsonb_to_recordset($3) item (id bigint, name text, position bigint)
on conflict on constraint product_options_id_taken do update
set name = excluded.name,
    position = excluded.position
