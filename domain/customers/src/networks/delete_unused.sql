-- Deletes up to 1,000 networks whose last login was at $2 or earlier.
delete from customer_networks network
where network.site_id = $1
and (network.customer_id, network.network_sha256) in (
    select old.customer_id, old.network_sha256
    from customer_networks old
    where old.site_id = $1
    and old.last_login_at <= $2
    order by old.last_login_at
    limit 1000
)
