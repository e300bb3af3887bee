-- Returns up to 1,000 of the sites with old alerts, in random order.
select site.id
from sites site
where exists (
    select
    from alerts alert
    where alert.site_id = site.id
    and alert.occurred_at <= $1
)
order by random()
limit 1000
