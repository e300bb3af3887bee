update sites site
set branding = $2,
    branding_version = site.branding_version + 1
where site.id = $1
