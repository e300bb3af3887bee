update sites site
set navigation_version = site.navigation_version + 1
where site.id = $1
