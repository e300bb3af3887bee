insert into alerts (site_id, kind, cause, data, occurred_at)
values ($1, $2, $3, $4::text::jsonb, $5)
on conflict (site_id, kind, cause) do nothing
