delete from person_networks network
where network.person_id = $1
and network.last_login_at <= $2
