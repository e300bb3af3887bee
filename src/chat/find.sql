-- Without a site ($1 is null) in all sites.
select c.site_id
from sites s
join chat_conversations c on c.site_id = s.id and c.id = $2
where s.id = $1
or $1::bigint is null
