-- Reminders of abandoned carts. Servers of the previous release ignore the column and the table. They give a reminder up,
-- because they cannot write it.

-- When a job found the cart abandoned and queued its reminder: once, until the cart expires.
alter table carts add column abandoned_at timestamptz(3);

-- Addresses that get no more reminders from a store, for good. A digest remains when the customer with the address is
-- erased, so that the store does not write to the address again.
create table reminder_optouts (
    site_id bigint not null,
    -- Digest of the site's id, a blank and the address in lower case.
    email_sha256 bytea not null,
    created_at timestamptz(3) not null,
    constraint reminder_optouts_email_taken primary key (site_id, email_sha256),
    constraint reminder_optouts_site_missing foreign key (site_id) references sites (id) on delete cascade,
    constraint reminder_optouts_email_malformed check (octet_length(email_sha256) = 32)
);

alter table mails drop constraint mails_kind_unknown;
alter table mails add constraint mails_kind_unknown check (kind in (
    'reset', 'welcome', 'password_changed', 'order_confirmed', 'order_shipped', 'order_cancelled',
    'order_refunded', 'support_message', 'support_reply', 'invitation', 'staff_reset', 'staff_password_changed',
    'alert', 'alert_digest', 'cart_reminder'
)) not valid;
alter table mails validate constraint mails_kind_unknown;
