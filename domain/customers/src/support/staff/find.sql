-- $1 is the site, or null for all sites.
select site.id as site_id, message.id
from sites site
join support_messages message on message.site_id = site.id and message.id = $2
where site.id = $1
or $1::bigint is null
order by site.id
