-- $1 is the site, or null for all sites.
select placed.site_id, placed.id, placed.number
from sites site
join orders placed
    on placed.site_id = site.id
    and lower(placed.number collate "und-x-icu") = lower($2 collate "und-x-icu")
where site.id = $1
or $1::bigint is null
