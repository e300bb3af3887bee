delete from alerts alert
where alert.site_id = $1
and alert.id = any (array(
    select old.id
    from alerts old
    where old.site_id = $1
    and old.occurred_at <= $2
    order by old.occurred_at, old.id
    limit 1000
))
