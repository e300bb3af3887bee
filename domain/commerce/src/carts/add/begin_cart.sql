-- Creates the session's cart if the session has none. If another transaction is creating it, waits for that transaction.
insert into carts (site_id, session_id, customer_id, expires_at, created_at, updated_at)
values ($1, $2, $3, $4, $5, $5)
on conflict (site_id, session_id) do nothing
