-- What looks after orders when nobody calls.

-- Whose intents the provider is asked about: pending orders before those that were given up.
drop index orders_by_open_intent;
create index orders_by_open_intent on orders (site_id, (status <> 'pending'), created_at, id)
    where payment_intent_id is not null
    and not intent_settled
    and payment_status in ('unpaid', 'processing', 'failed');

-- What a cart has ordered lately.
drop index orders_by_cart;
create index orders_by_cart on orders (site_id, cart_id, created_at);

-- What can be deleted after a while: given up, never paid, and nothing that could still be.
create index orders_by_giving_up on orders (site_id, updated_at)
    where status in ('cancelled', 'expired')
    and payment_status in ('unpaid', 'failed')
    and (payment_intent_id is null or intent_settled)
    and not holds;
