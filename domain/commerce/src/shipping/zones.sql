-- Returns the zones for the country $2 and for all countries, with their rates. If the country is null, returns all zones.
with zones as materialized (
    select
        zone.id,
        zone.name,
        zone.states,
        $2::text in (select upper(country) from unnest(zone.countries) country) as names_country,
        '*' = any (zone.countries) as is_of_all_countries
    from shipping_zones zone
    where zone.site_id = $1
)
select
    zones.id,
    zones.name,
    zones.states,
    coalesce(zones.names_country, false) as names_country,
    array_to_json(array(
        select json_build_object(
            'id', rate.id,
            'name', rate.name,
            'price', rate.price,
            'freeAbove', rate.free_above,
            'minDeliveryDays', rate.min_delivery_days,
            'maxDeliveryDays', rate.max_delivery_days
        )
        from shipping_rates rate
        where rate.site_id = $1
        and rate.zone_id = zones.id
    )) as rates
from zones
where zones.names_country
or zones.is_of_all_countries
or $2::text is null
order by zones.id
