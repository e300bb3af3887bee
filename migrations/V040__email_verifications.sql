-- Tokens of the links in welcome mails, which verify the e-mail addresses of customers.
--
-- Servers of the previous release ignore the new table. Their welcome mails lead to a password reset, which verifies the
-- address too.

-- A used token is retained until it expires, so that a second click on its link is not an error.
create table email_verifications (
    site_id bigint not null,
    token_sha256 bytea not null,
    customer_id bigint not null,
    expires_at timestamptz(3) not null,
    used_at timestamptz(3),
    constraint email_verifications_token_taken primary key (site_id, token_sha256),
    constraint email_verifications_customer_missing
        foreign key (site_id, customer_id) references customers (site_id, id) on delete cascade,
    constraint email_verifications_token_malformed check (octet_length(token_sha256) = 32)
);

create index email_verifications_by_customer on email_verifications (site_id, customer_id);
create index email_verifications_by_expiry on email_verifications (site_id, expires_at);
