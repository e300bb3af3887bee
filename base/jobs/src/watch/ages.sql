-- Returns the milliseconds since the last success of each job in $1. Omits jobs that have never succeeded.
select lease.name, greatest(extract(epoch from now() - lease.succeeded_at) * 1000, 0)::bigint
from job_leases lease
where lease.name = any($1)
and lease.succeeded_at is not null
