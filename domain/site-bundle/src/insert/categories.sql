insert into categories (site_id, id, name, slug, description, color)
select $1, item.id, coalesce(item.name, ''), normalize(coalesce(item.slug, ''), nfc), item.description, item.color
from jsonb_to_recordset($2) as item(id bigint, name text, slug text, description text, color text)
