-- Milliseconds since each of these jobs has ended well.
select lease.name, greatest(extract(epoch from now() - lease.succeeded_at) * 1000, 0)::bigint
from job_leases lease
where lease.name = any($1)
and lease.succeeded_at is not null
