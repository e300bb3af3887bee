insert into post_categories (site_id, post_id, category_id)
select $1, $2, wished.id
from unnest($3::bigint[]) wished (id)
on conflict (site_id, post_id, category_id) do nothing
