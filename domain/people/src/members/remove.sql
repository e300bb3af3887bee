-- Deletes the person's alert settings for the site too, unless the person has roles for all sites.
with settings as (
    delete from alert_settings chosen
    using person_roles granted, people person
    where chosen.site_id = $1
    and granted.site_id = $1
    and coalesce(granted.invitation_id, granted.person_id) = $2
    and chosen.person_id = granted.person_id
    and person.id = granted.person_id
    and person.all_site_roles = '{}'
)
delete from person_roles granted
where granted.site_id = $1
and coalesce(granted.invitation_id, granted.person_id) = $2
