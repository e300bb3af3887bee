-- So much has to be given back, or without an amount all that is left: that is asked for once at a time.
insert into order_refunds (site_id, order_id, amount, asked_at, due_at)
values ($1, $2, $3, $4, $4)
on conflict (site_id, order_id) where amount is null and done_at is null do nothing
