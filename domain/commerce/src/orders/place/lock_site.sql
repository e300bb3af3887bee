-- Locks the site against an import that would replace its products, codes and certificates.
select
from sites site
where site.id = $1
for share
