insert into tags (site_id, id, name, slug)
select $1, item.id, coalesce(item.name, ''), normalize(coalesce(item.slug, ''), nfc)
from jsonb_to_recordset($2) as item(id bigint, name text, slug text)
