-- Returns the holder of the lease of the job $1, and the milliseconds until the lease expires. Returns no row if the
-- lease is free.
select lease.holder, ceil(greatest(extract(epoch from lease.expires_at - now()), 0) * 1000)::bigint
from job_leases lease
where lease.name = $1
and lease.holder is not null
