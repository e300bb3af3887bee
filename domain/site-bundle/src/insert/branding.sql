update sites site
set branding = ($2::jsonb -> 0) - 'version'
where site.id = $1
