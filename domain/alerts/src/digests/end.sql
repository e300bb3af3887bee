-- Ends the digests of the day $3, for the alerts that were told until $2.
update alert_digests digest
set due_at = null,
    told_until = $2,
    last_on = $3
where digest.site_id = $1
