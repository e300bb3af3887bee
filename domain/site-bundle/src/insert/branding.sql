update sites site
set branding = $2::jsonb -> 0
where site.id = $1
