-- Plans the next digests for $2, unless they are planned already.
insert into alert_digests as digest (site_id, due_at)
values ($1, $2)
on conflict (site_id) do update
set due_at = excluded.due_at
where digest.due_at is null
