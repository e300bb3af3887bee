insert into events as event (site_id, kind, resource, payload, occurred_at, due_at, dispatched_at)
values ($1, $2, $3, $4::text::json, $5, $5, $5)
returning event.id
