-- $1 is the site, or null for all sites.
select mail.site_id, mail.id
from mails mail
where (mail.site_id = $1 or $1::bigint is null)
and mail.id = $2
order by mail.site_id
