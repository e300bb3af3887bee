-- Stores a refund of the amount $3 in cents; null is all that is left. An order has at most one open refund of all.
insert into order_refunds (site_id, order_id, amount, asked_at, due_at)
values ($1, $2, $3, $4, $4)
on conflict (site_id, order_id) where amount is null and done_at is null do nothing
