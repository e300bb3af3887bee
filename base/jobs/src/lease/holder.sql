-- The holder of the lease, and the milliseconds until it expires.
select lease.holder, ceil(greatest(extract(epoch from lease.expires_at - now()), 0) * 1000)::bigint
from job_leases lease
where lease.name = $1
and lease.holder is not null
