-- Finds designs by the number $2 or the UUID $3. $1 is the site, or null for all sites.
select design.site_id, design.id
from sites site
join designs design
    on design.site_id = site.id
    and (design.id = $2 or design.uuid = $3::text::uuid)
where site.id = $1
or $1::bigint is null
order by design.site_id
limit 2
