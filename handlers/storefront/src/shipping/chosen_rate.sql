-- A store's own rate, when it is of the zone that holds for the country ($3) and state ($4). Without a country
-- every zone may; without a state those of the country's states may too.
select rate.id::text, rate.name, rate.price, rate.free_above
from shipping_rates rate
where rate.site_id = $1
and rate.id = $2
and (
    $3::text is null
    or rate.zone_id = (
        select zone.id
        from shipping_zones zone,
            lateral (
                select
                    upper($3::text) in (select upper(country) from unnest(zone.countries) country) as country_named,
                    upper($4::text collate "und-x-icu")
                        in (select upper(state collate "und-x-icu") from unnest(zone.states) state) as state_named
            ) place
        where zone.site_id = $1
        and (place.country_named or '*' = any (zone.countries))
        and (place.state_named or cardinality(zone.states) = 0)
        order by place.country_named desc, cardinality(zone.states) = 0, zone.id
        limit 1
    )
    or $4::text is null and rate.zone_id in (
        select zone.id
        from shipping_zones zone
        where zone.site_id = $1
        and cardinality(zone.states) > 0
        and upper($3::text) in (select upper(country) from unnest(zone.countries) country)
    )
)
