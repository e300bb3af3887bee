-- Takes the lease of the job $1 for the holder $2, for $3 milliseconds. The lease can be taken in these cases:
-- - It is free, and $4 is null.
-- - It has expired. If $4 is not null, $4 must be its holder.
-- - It expires more than ten lease durations from now. A former primary whose clock was wrong wrote such an expiry.
insert into job_leases as lease (name, holder, expires_at)
values ($1, $2, now() + $3 * interval '1 millisecond')
on conflict (name) do update
set holder = excluded.holder, expires_at = excluded.expires_at
where (lease.holder is null and $4::bigint is null)
or (lease.expires_at <= now() and lease.holder = coalesce($4, lease.holder))
or lease.expires_at > now() + $3 * interval '10 milliseconds'
