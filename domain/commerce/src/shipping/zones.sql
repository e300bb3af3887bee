-- Returns the zones that may apply to the country $2 and the state $3, with their rates:
-- - If country and state are known, returns only the zone that applies.
-- - If the state is null, also returns the zones for states of the country.
-- - If the country is null, returns all zones.
with zones as materialized (
    select
        zone.id,
        zone.name,
        upper($2::text) in (select upper(country) from unnest(zone.countries) country) as names_country,
        '*' = any (zone.countries) as is_of_all_countries,
        upper($3::text collate "und-x-icu")
            in (select upper(state collate "und-x-icu") from unnest(zone.states) state) as names_state,
        cardinality(zone.states) = 0 as is_of_all_states
    from shipping_zones zone
    where zone.site_id = $1
),
holding as (
    select zones.id
    from zones
    where (zones.names_country or zones.is_of_all_countries)
    and (zones.names_state or zones.is_of_all_states)
    order by zones.names_country desc, zones.is_of_all_states, zones.id
    limit 1
)
select
    zones.name,
    zones.id is not distinct from holding.id as holds,
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
left join holding on true
where zones.id = holding.id
or $2::text is null
or ($3::text is null and zones.names_country and not zones.is_of_all_states)
