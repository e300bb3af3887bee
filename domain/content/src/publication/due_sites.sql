-- Returns up to 1,000 of the sites with posts that publish_due.sql would publish, in random order.
select site.id
from sites site
where exists (
    select
    from posts post
    where post.site_id = site.id
    and post.scheduled_for <= $1
)
order by random()
limit 1000
