-- The choices of the person $2, and whether the person has roles for the site and not only for all sites.
select
    exists (
        select
        from person_roles granted
        where granted.site_id = $1
        and granted.person_id = $2
    ) as is_member,
    coalesce(
        (
            select chosen.choices
            from alert_settings chosen
            where chosen.site_id = $1
            and chosen.person_id = $2
        ),
        '{}'
    ) as choices
