-- Whether the post $2 is the post $3, or one of its descendants.
with recursive ancestors (id, parent_post_id) as (
    select post.id, post.parent_post_id
    from posts post
    where post.site_id = $1 and post.id = $2
    union
    select parent.id, parent.parent_post_id
    from ancestors
    join posts parent on parent.site_id = $1 and parent.id = ancestors.parent_post_id
)
select exists (select from ancestors where ancestors.id = $3)
