-- $1 is the site, or null for all sites.
select conversation.site_id
from sites site
join chat_conversations conversation on conversation.site_id = site.id and conversation.id = $2
where site.id = $1
or $1::bigint is null
order by conversation.site_id
