delete from shipping_rates rate
where rate.site_id = $1
and rate.zone_id = $2
and not rate.id = any ($3::bigint[])
