-- Creates the session's cart if the session has none.
insert into carts (site_id, session_id, expires_at, created_at, updated_at)
values ($1, $2, now() + interval '7 days', now(), now())
on conflict (site_id, session_id) do nothing
