insert into events (site_id, kind, resource, payload, occurred_at, due_at)
values ($1, $2, $3, $4::text::json, $5, $6)
returning id
