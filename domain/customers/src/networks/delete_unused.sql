-- Deletes the networks of up to 1,000 logins at $2 or earlier, and those customers' other networks as old.
delete from customer_networks network
where network.site_id = $1
and network.customer_id = any (array(
    select old.customer_id
    from customer_networks old
    where old.site_id = $1
    and old.last_login_at <= $2
    order by old.last_login_at
    limit 1000
))
and network.last_login_at <= $2
