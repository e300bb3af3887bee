insert into payment_events (site_id, event_id, event_type, received_at)
values ($1, $2, $3, $4)
on conflict (site_id, event_id) do nothing
