-- What looks after orders when nobody calls.

-- Whose intents the provider is asked about: pending orders before those that were given up.
drop index orders_by_open_intent;
create index orders_by_open_intent on orders (site_id, (status <> 'pending'), created_at, id)
    where payment_intent_id is not null
    and not intent_settled
    and payment_status in ('unpaid', 'processing', 'failed');
