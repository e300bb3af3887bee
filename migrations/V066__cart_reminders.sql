-- Reminders of abandoned carts. Servers of the previous release ignore the column and the table.

-- When a job found the cart abandoned: once, until the cart expires.
alter table carts add column abandoned_at timestamptz(3);

-- Addresses to which a store has sent a reminder, or sends none any more. The digest of an address that has ended the
-- reminders remains when the customer with the address is erased, so that the store does not write to it again.
create table reminder_addresses (
    site_id bigint not null,
    -- Digest of the site's id, a blank and the address in lower case.
    email_sha256 bytea not null,
    -- When the address ended the reminders, for good.
    ended_at timestamptz(3),
    -- When the last reminder to the address was queued.
    reminded_at timestamptz(3),
    constraint reminder_addresses_email_taken primary key (site_id, email_sha256),
    constraint reminder_addresses_site_missing foreign key (site_id) references sites (id) on delete cascade,
    constraint reminder_addresses_email_malformed check (octet_length(email_sha256) = 32)
);

create index reminder_addresses_by_age on reminder_addresses (site_id, reminded_at) where ended_at is null;
