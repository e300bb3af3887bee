-- Renews the lease of the job $1 for $3 milliseconds if $2 is still its holder. The holder can also renew an expired
-- lease, as long as no other server has taken it.
update job_leases lease
set expires_at = now() + $3 * interval '1 millisecond'
where lease.name = $1
and lease.holder = $2
