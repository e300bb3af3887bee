select digest.site_id
from alert_digests digest
where digest.due_at <= $1
order by digest.site_id
