-- Renews an expired lease too, if no other server has taken it.
update job_leases lease
set expires_at = now() + $3 * interval '1 millisecond'
where lease.name = $1
and lease.holder = $2
