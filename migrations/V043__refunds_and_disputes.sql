-- The provider's reports about the refunds and disputes of an order. Servers of the previous release store only the
-- refunded total and whether the payment is disputed. Their refunded total counts as the oldest report.

-- The refunded totals that the provider reported, each with its time. A total does not include the refunds that had
-- failed before.
create table refund_reports (
    site_id bigint not null,
    order_id bigint not null,
    refunded_total bigint not null,
    reported_at timestamptz(3) not null,
    constraint refund_reports_total_reported primary key (site_id, order_id, refunded_total),
    constraint refund_reports_order_missing
        foreign key (site_id, order_id) references orders (site_id, id) on delete cascade
);

-- The provider's refunds that failed after they had counted as refunded.
create table failed_refunds (
    site_id bigint not null,
    order_id bigint not null,
    refund_id text not null,
    amount bigint not null,
    failed_at timestamptz(3) not null,
    constraint failed_refunds_refund_known primary key (site_id, order_id, refund_id),
    constraint failed_refunds_order_missing
        foreign key (site_id, order_id) references orders (site_id, id) on delete cascade
);

-- The time of the newest failure of a refund, if no refund was reported after it. The order then needs attention.
alter table orders add column refund_failed_at timestamptz(3);
create index orders_by_failed_refund on orders (site_id, id) where refund_failed_at is not null;

-- A payment may be disputed several times. It is disputed while one of its disputes is open or lost. Servers of this
-- release do not use `orders.dispute_event_at`.
create table order_disputes (
    site_id bigint not null,
    order_id bigint not null,
    dispute_id text not null,
    state text not null,
    changed_at timestamptz(3) not null,
    constraint order_disputes_dispute_known primary key (site_id, order_id, dispute_id),
    constraint order_disputes_order_missing
        foreign key (site_id, order_id) references orders (site_id, id) on delete cascade,
    constraint order_disputes_state_unknown check (state in ('open', 'lost', 'ended'))
);

-- Cents that went back to the order's gift certificate after the order was paid. `orders.refunded_total` counts only what
-- went back to the card.
alter table orders add column gift_refunded_total bigint not null default 0;

update orders placed
set gift_refunded_total = (placed.gift_certificate_total)
where placed.gift_certificate_total > 0
and placed.paid_at is not null
and (placed.payment_status = 'refunded' or placed.status = 'cancelled');
