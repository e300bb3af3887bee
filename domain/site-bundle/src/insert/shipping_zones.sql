insert into shipping_zones (site_id, id, name, countries, states)
select $1, item.id, coalesce(item.name, ''), coalesce(item.countries, '{}'), coalesce(item.states, '{}')
from jsonb_to_recordset($2) as item(id bigint, name text, countries text[], states text[])
