delete from reminder_addresses address
where address.site_id = $1
and address.email_sha256 = any (array(
    select old.email_sha256
    from reminder_addresses old
    where old.site_id = $1
    and old.ended_at is null
    and old.reminded_at <= $2
    order by old.reminded_at
    limit 1000
))
and address.ended_at is null
and address.reminded_at <= $2
