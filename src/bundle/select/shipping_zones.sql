select row_to_json(item)::text
from (
    select z.name, z.countries, z.states,
        array(
            select rate
            from (
                select r.id, r.name, r.price, r.free_above as "freeAbove", r.min_delivery_days as "minDeliveryDays",
                    r.max_delivery_days as "maxDeliveryDays"
                from shipping_rates r
                where r.site_id = $1
                and r.zone_id = z.id
                order by r.id
            ) rate
        ) as rates
    from shipping_zones z
    where z.site_id = $1
    order by z.id
) item
