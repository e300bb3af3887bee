-- Stores a refund of $3 cents. If $3 is null, the refund is for the rest of the payment, which is everything that was
-- not refunded before. An order has at most one open refund of this kind, so a second one is not stored.
insert into order_refunds (site_id, order_id, amount, asked_at, due_at)
values ($1, $2, $3, $4, $4)
on conflict (site_id, order_id) where amount is null and done_at is null do nothing
