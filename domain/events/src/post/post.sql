-- Stores an event. A change of a product is the same event as an earlier change of it that is not dispatched yet. The
-- update locks the earlier event, so that it is dispatched only after the commit of this change.
insert into events (site_id, kind, resource, payload, occurred_at, due_at)
values ($1, $2, $3, $4::text::json, $5, $6)
on conflict (site_id, resource) where kind = 'product.changed' and dispatched_at is null
do update set payload = excluded.payload, occurred_at = excluded.occurred_at
