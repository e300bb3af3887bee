-- $1 is the site, or null for all sites.
select mail.site_id, mail.id
from mails mail
where (mail.site_id = $1 or $1::bigint is null)
order by mail.created_at desc, mail.id desc
limit 1
