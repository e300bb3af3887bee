insert into post_tags (site_id, post_id, tag_id)
select $1, item.id, tag.id
from jsonb_to_recordset($2) as item(id bigint, "tagIds" bigint[]),
    unnest(item."tagIds") as tag(id)
