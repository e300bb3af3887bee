select
    zone.id,
    zone.version,
    zone.name,
    zone.countries,
    zone.states,
    array(
        select row(
            rate.id,
            rate.name,
            rate.price,
            rate.free_above,
            rate.min_delivery_days,
            rate.max_delivery_days
        )
        from shipping_rates rate
        where rate.site_id = $1
        and rate.zone_id = zone.id
        order by rate.price, rate.id
    ) as rates
from shipping_zones zone
where zone.site_id = $1
--[one] and zone.id = $2
order by zone.id
