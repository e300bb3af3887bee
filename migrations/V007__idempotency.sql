-- What an Idempotency-Key was used for, and what was answered.

create table idempotency_keys (
    site_id bigint not null,
    operation text not null,
    key text not null,
    -- SHA-256 of the request.
    fingerprint bytea not null,
    -- Until when a request without an answer is taken to be in progress. Whoever claims the key later has a later
    -- time here, so it also tells the holder of a claim from one who lost it.
    claimed_until timestamptz(3) not null,
    answer jsonb,
    created_at timestamptz(3) not null,
    constraint idempotency_keys_key_taken primary key (site_id, operation, key),
    constraint idempotency_keys_site_missing foreign key (site_id) references sites (id) on delete cascade,
    constraint idempotency_keys_key_malformed check (char_length(key) between 1 and 255),
    constraint idempotency_keys_fingerprint_malformed check (octet_length(fingerprint) = 32)
);

create index idempotency_keys_by_age on idempotency_keys (site_id, created_at);
