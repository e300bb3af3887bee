update sites site
set requires_totp = $2
where site.id = $1
and site.requires_totp <> $2
