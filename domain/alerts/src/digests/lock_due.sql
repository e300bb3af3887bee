select site.time_zone, digest.last_on::text as last_on
from alert_digests digest
join sites site on site.id = $1
where digest.site_id = $1
and digest.due_at <= $2
for update of digest
