-- Records a login at $4 from the network. If the last login from it is after $5, nothing is written.
insert into customer_networks as network (site_id, customer_id, network_sha256, last_login_at)
values ($1, $2, $3, $4)
on conflict (site_id, customer_id, network_sha256) do update
set last_login_at = excluded.last_login_at
where network.last_login_at <= $5
