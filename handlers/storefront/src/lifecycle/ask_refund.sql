-- What was paid and is left has to be given back: asked for once.
insert into order_refunds (site_id, order_id, asked_at, due_at)
values ($1, $2, $3, $3)
on conflict (site_id, order_id) where amount is null do nothing
