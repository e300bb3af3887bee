insert into product_option_values (site_id, id, option_id, value, label, position, created_at)
select $1, item.id, item.option_id, item.value, item.label, item.position, $3
from jsonb_to_recordset($2) item (id bigint, option_id bigint, value text, label text, position bigint)
on conflict on constraint product_option_values_id_taken do update
set value = excluded.value,
    label = excluded.label,
    position = excluded.position
