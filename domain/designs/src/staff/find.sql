-- By the number $2 or by the UUID $3. Without a site ($1 is null) in all sites.
with parameters as (
    select $2::bigint as id, $3::text as uuid
)
select design.site_id, design.id
from sites site
join designs design
    on design.site_id = site.id
--[number] and design.id = $2
--[uuid] and design.uuid = $3::text::uuid
where site.id = $1
or $1::bigint is null
order by design.site_id
limit 2
