delete from mails mail
where mail.site_id = $1
and mail.id = any (array(
    select old.id
    from mails old
    where old.site_id = $1
    and old.created_at <= $2
    order by old.created_at, old.id
    limit 1000
))
