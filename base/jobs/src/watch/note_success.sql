-- Notes a success of a job that runs on every server, and therefore has no lease holder.
insert into job_leases as lease (name, expires_at, succeeded_at)
values ($1, now(), now())
on conflict (name) do update
set succeeded_at = excluded.succeeded_at
