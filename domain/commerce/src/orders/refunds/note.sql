-- Stores a refund of $3 cents, or of all that is left if $3 is null. An order has at most one open refund of all that
-- is left.
insert into order_refunds (site_id, order_id, amount, asked_at, due_at)
values ($1, $2, $3, $4, $4)
on conflict (site_id, order_id) where amount is null and done_at is null do nothing
