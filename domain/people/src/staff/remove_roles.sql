-- Deletes the person's alert settings for the sites too, unless the person has roles for all sites.
with settings as (
    delete from alert_settings chosen
    using people person
    where chosen.person_id = $1
    and ($2::bigint is null or chosen.site_id = $2)
    and person.id = $1
    and person.all_site_roles = '{}'
)
delete from person_roles granted
where granted.person_id = $1
and ($2::bigint is null or granted.site_id = $2)
