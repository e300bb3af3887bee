-- Recovery tokens move to a separate table, because several tokens of a cart can be valid. A store sets the number of
-- hours after which a cart counts as abandoned.
--
-- Servers of the previous release ignore the new table, and still accept the tokens in the columns of `carts`, which
-- servers of this release neither read nor write. A later migration may drop these columns.

-- Using a token deletes its row.
create table cart_recovery_tokens (
    site_id bigint not null,
    token_sha256 bytea not null,
    cart_id bigint not null,
    expires_at timestamptz(3) not null,
    constraint cart_recovery_tokens_token_taken primary key (site_id, token_sha256),
    constraint cart_recovery_tokens_cart_missing
        foreign key (site_id, cart_id) references carts (site_id, id) on delete cascade,
    constraint cart_recovery_tokens_token_malformed check (octet_length(token_sha256) = 32)
);

create index cart_recovery_tokens_by_cart on cart_recovery_tokens (site_id, cart_id);
create index cart_recovery_tokens_by_expiry on cart_recovery_tokens (site_id, expires_at);

insert into cart_recovery_tokens (site_id, token_sha256, cart_id, expires_at)
select cart.site_id, cart.recovery_sha256, cart.id, cart.recovery_expires_at
from carts cart
where cart.recovery_sha256 is not null;

-- Null: no cart counts as abandoned. Carts end after 168 hours.
alter table stores add column cart_reminder_hours bigint
    constraint stores_cart_reminder_hours_out_of_range check (cart_reminder_hours between 1 and 160);

-- A cart counts as abandoned only if its e-mail address is known. These indexes contain the carts of customers, and the
-- unpaid checkouts of guests.
create index carts_of_customers on carts (site_id, updated_at) where customer_id is not null;
-- The last condition is true for every row. It keeps the planner from using this index for other statements, as with
-- orders_by_expiry.
create index orders_unpaid_by_guests on orders (site_id, created_at)
    where customer_id is null
    and paid_at is null
    and status in ('cancelled', 'expired')
    and created_at > '-infinity';
