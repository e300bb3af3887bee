-- What looks after orders when nobody calls, and what became of their payments.

-- Null: none was chosen, so the test provider takes payments where the server runs its own Postgres, and else nobody.
alter table stores alter column payment_provider drop default;
alter table stores alter column payment_provider drop not null;

-- What was ordered has left the cart, since it is paid or its payment is being processed.
alter table orders add column has_left_cart boolean not null default false;
drop index orders_cart_busy;
-- A cart has at most one pending order, apart from those whose payment is on its way.
create unique index orders_cart_busy on orders (site_id, cart_id) where status = 'pending' and not has_left_cart;

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

-- Which account of the provider made the order's intent: a digest, which tells it from another. Orders from before are
-- taken to be of the one that the store has.
alter table orders add column payment_account text;
-- Another account that was asked about the intent and does not know it: it is not asked again.
alter table orders add column unknown_to_account text;

-- The time of the newest event about a dispute: an older one that comes late changes nothing.
alter table orders add column dispute_event_at timestamptz(3);

-- Whom people have to look after.
create index orders_by_dispute on orders (site_id, id) where payment_status = 'disputed';
