delete from events event
where event.site_id = $1
and event.id = any (array(
    select old.id
    from events old
    where old.site_id = $1
    and old.occurred_at <= $2
    order by old.occurred_at, old.id
    limit 1000
))
