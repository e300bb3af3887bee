-- Records a login at $3 from the network. If the last login from it is after $4, nothing is written.
insert into person_networks as network (person_id, network_sha256, last_login_at)
values ($1, $2, $3)
on conflict (person_id, network_sha256) do update
set last_login_at = excluded.last_login_at
where network.last_login_at <= $4
