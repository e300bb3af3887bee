-- The newest posts of the statuses $5 after the position ($2, $3). A branch for each status reads the index
-- posts_by_status or posts_by_type_and_status. The literal limit is the longest page, and one more.
select listed.id
from unnest($5::text[]) wanted (status)
cross join lateral (
    select post.id, post.created_at
    from posts post
    where post.site_id = $1
    and post.status = wanted.status
--[post_type] and post.post_type = $6
    and (post.created_at, post.id) < ($2, $3)
    order by post.created_at desc, post.id desc
    limit 101
) listed
order by listed.created_at desc, listed.id desc
limit $4
