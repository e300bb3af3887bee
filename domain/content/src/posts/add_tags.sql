insert into post_tags (site_id, post_id, tag_id)
select $1, $2, wished.id
from unnest($3::bigint[]) wished (id)
on conflict (site_id, post_id, tag_id) do nothing
