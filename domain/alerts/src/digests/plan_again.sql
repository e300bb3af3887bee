update alert_digests digest
set due_at = $2
where digest.site_id = $1
and digest.due_at is not null
