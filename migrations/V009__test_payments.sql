-- What has happened to the payments of the built-in test provider.

-- An intent says by its id what it asks for, and has a row only from the time when something happens to it.
create table test_payment_intents (
    site_id bigint not null,
    id text not null,
    amount bigint not null,
    currency text not null,
    status text not null,
    -- How many attempts to pay have failed.
    failures bigint not null default 0,
    amount_refunded bigint not null default 0,
    changed_at timestamptz(3) not null,
    constraint test_payment_intents_id_taken primary key (site_id, id),
    constraint test_payment_intents_site_missing foreign key (site_id) references sites (id) on delete cascade,
    constraint test_payment_intents_status_unknown
        check (status in ('awaiting_payment', 'processing', 'succeeded', 'canceled')),
    constraint test_payment_intents_overrefunded check (amount_refunded between 0 and amount)
);

-- A refund's id is made of its idempotency key: the same key refunds once.
create table test_refunds (
    site_id bigint not null,
    id text not null,
    intent_id text not null,
    amount bigint not null,
    constraint test_refunds_id_taken primary key (site_id, id),
    constraint test_refunds_intent_missing foreign key (site_id, intent_id)
        references test_payment_intents (site_id, id) on delete cascade,
    constraint test_refunds_amount_too_low check (amount > 0)
);

create index test_refunds_by_intent on test_refunds (site_id, intent_id);
