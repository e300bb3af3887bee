delete from password_resets reset
where reset.site_id = $1
and reset.customer_id = any (array(
    select old.customer_id
    from password_resets old
    where old.site_id = $1
    and old.expires_at <= $2
    order by old.expires_at
    limit 1000
))
