-- The one zone that holds for a country and, where it is known, a state, with its rates.
select
    zone.name,
    coalesce(
        (
            select json_agg(
                json_build_object(
                    'id', rate.id,
                    'name', rate.name,
                    'rateType', 'flat',
                    'price', rate.price,
                    'freeAbove', rate.free_above,
                    'minDeliveryDays', rate.min_delivery_days,
                    'maxDeliveryDays', rate.max_delivery_days,
                    'zoneName', zone.name
                )
            )
            from shipping_rates rate
            where rate.site_id = $1
            and rate.zone_id = zone.id
        ),
        '[]'
    ) as rates
from shipping_zones zone,
    lateral (
        select
            upper($2::text) in (select upper(country) from unnest(zone.countries) country) as country_named,
            upper($3::text collate "und-x-icu")
                in (select upper(state collate "und-x-icu") from unnest(zone.states) state) as state_named
    ) place
where zone.site_id = $1
and (place.country_named or '*' = any (zone.countries))
and (place.state_named or cardinality(zone.states) = 0)
order by place.country_named desc, cardinality(zone.states) = 0, zone.id
limit 1
