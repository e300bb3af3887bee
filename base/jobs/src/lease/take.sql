-- Takes the lease of the job $1 for the holder $2 and for $3 milliseconds, if the lease is free or has expired. With
-- $4, takes the lease only if it has expired and the holder $4 has it. An expiry further ahead than ten lease durations
-- was written by the wrong clock of a former primary, so a lease with it is taken in any case.
insert into job_leases as lease (name, holder, expires_at)
values ($1, $2, now() + $3 * interval '1 millisecond')
on conflict (name) do update
set holder = excluded.holder, expires_at = excluded.expires_at
where (lease.holder is null and $4::bigint is null)
or (lease.expires_at <= now() and lease.holder = coalesce($4, lease.holder))
or lease.expires_at > now() + $3 * interval '10 milliseconds'
