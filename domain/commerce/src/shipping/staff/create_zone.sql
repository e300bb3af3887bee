insert into shipping_zones (site_id, name, countries, states, version)
values ($1, $2, $3, $4, $5)
returning id
