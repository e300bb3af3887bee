-- Applies the merge patch $3, whose keys are names of columns. A column that the patch lacks retains its value.
update shipping_zones zone
set (name, countries, states) = (
        select
            patched.name,
            patched.countries,
            coalesce(patched.states, '{}')
        from jsonb_populate_record(zone, $3) patched
    ),
    version = zone.version + 1
where zone.site_id = $1
and zone.id = $2
