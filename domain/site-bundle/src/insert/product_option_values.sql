insert into product_option_values (site_id, id, option_id, value, label, position, created_at)
select $1, choice.id, option.id, coalesce(choice.value, ''), choice.label, coalesce(choice."order", 0),
    coalesce(item."createdAt", $3)
from jsonb_to_recordset($2) as item(options jsonb, "createdAt" timestamptz),
    jsonb_to_recordset(item.options) as option(id bigint, "values" jsonb),
    jsonb_to_recordset(option."values") as choice(id bigint, value text, label text, "order" bigint)
