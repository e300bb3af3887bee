-- Renews the lease $1 of the holder $2 for $3 milliseconds, even after its expiry, unless another server has taken it.
update job_leases lease
set expires_at = now() + $3 * interval '1 millisecond'
where lease.name = $1
and lease.holder = $2
