update job_leases lease
set holder = null,
    expires_at = now(),
    succeeded_at = case when $3 then now() else lease.succeeded_at end
where lease.name = $1
and lease.holder = $2
