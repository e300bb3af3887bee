select row_to_json(item)::text
from (
    select zone.id, zone.name, zone.countries, zone.states,
        array(
            select part
            from (
                select rate.id, rate.name, rate.price, rate.free_above as "freeAbove",
                    rate.min_delivery_days as "minDeliveryDays", rate.max_delivery_days as "maxDeliveryDays"
                from shipping_rates rate
                where rate.site_id = $1
                and rate.zone_id = zone.id
                order by rate.id
            ) part
        ) as rates
    from shipping_zones zone
    where zone.site_id = $1
--[some] and zone.id = any($2)
    order by zone.id
) item
