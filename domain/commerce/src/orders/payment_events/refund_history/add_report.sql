insert into refund_reports as report (site_id, order_id, refunded_total, reported_at)
values ($1, $2, $3, $4)
on conflict (site_id, order_id, refunded_total) do update
set reported_at = greatest(report.reported_at, excluded.reported_at)
