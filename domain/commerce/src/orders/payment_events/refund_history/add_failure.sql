insert into failed_refunds (site_id, order_id, refund_id, amount, created_at, failed_at)
values ($1, $2, $3, $4, $5, $6)
on conflict (site_id, order_id, refund_id) do nothing
