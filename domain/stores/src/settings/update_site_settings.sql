-- Applies the merge patch $2, whose keys are names of columns. A column that the patch lacks retains its value.
update sites site
set (name, domain, subdomain, description, custom_layout, conversation_retention_days, time_zone) = (
        select
            patched.name,
            patched.domain,
            patched.subdomain,
            patched.description,
            patched.custom_layout,
            patched.conversation_retention_days,
            patched.time_zone
        from jsonb_populate_record(site, $2) patched
    ),
    version = site.version + 1
where site.id = $1
