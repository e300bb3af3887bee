-- The site's time zone may have changed: the job that queues digests of alerts then computes their time again.
update alert_digests digest
set due_at = '-infinity'
where digest.site_id = $1
and digest.due_at is not null
