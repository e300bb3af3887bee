-- Changes an intent's status. Returns no row if the intent has succeeded or was canceled, because both are final. Also
-- returns no row if the change would cancel an intent that is processing.
insert into test_payment_intents as intent (site_id, id, amount, currency, status, failures, changed_at)
values ($1, $2, $3, $4, $5, $6, $7)
on conflict (site_id, id) do update
set status = excluded.status, failures = intent.failures + excluded.failures, changed_at = excluded.changed_at
where intent.status = 'awaiting_payment' or (intent.status = 'processing' and excluded.status <> 'canceled')
returning intent.status, intent.failures, intent.amount_refunded, intent.changed_at
