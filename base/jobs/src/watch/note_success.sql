-- Records a success of the job $1. The job runs on every server, so its row never has a holder.
insert into job_leases as lease (name, expires_at, succeeded_at)
values ($1, now(), now())
on conflict (name) do update
set succeeded_at = excluded.succeeded_at
