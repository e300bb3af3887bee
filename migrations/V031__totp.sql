-- TOTP of people, the networks from which people have logged in, and the sites that require TOTP.
--
-- Servers of the previous release ignore the new columns and tables.

-- The secret of the authenticator app, encrypted under the server's secret. TOTP is on from its confirmation.
alter table people add column totp_sealed bytea;
alter table people add column has_totp boolean not null default false
    constraint people_totp_secret_missing check (not has_totp or totp_sealed is not null);
-- The number of the last 30 seconds whose code was accepted. Only codes of later ones are accepted.
alter table people add column totp_last_step bigint not null default 0;

create index people_with_totp_secret on people (id) where totp_sealed is not null;

-- Codes that replace a code of the authenticator app. Using a code deletes its row.
create table person_recovery_codes (
    person_id bigint not null,
    code_sha256 bytea not null,
    constraint person_recovery_codes_code_taken primary key (person_id, code_sha256),
    constraint person_recovery_codes_person_missing
        foreign key (person_id) references people (id) on delete cascade,
    constraint person_recovery_codes_code_malformed check (octet_length(code_sha256) = 32)
);

-- The networks from which people have logged in. A network is an IPv4 address or an IPv6 /64; only its digest is
-- stored. Failed logins from other networks have a separate limit.
create table person_networks (
    person_id bigint not null,
    network_sha256 bytea not null,
    -- Updated at most once a day.
    last_login_at timestamptz(3) not null,
    constraint person_networks_known primary key (person_id, network_sha256),
    constraint person_networks_person_missing foreign key (person_id) references people (id) on delete cascade,
    constraint person_networks_network_malformed check (octet_length(network_sha256) = 32)
);

alter table sites add column requires_totp boolean not null default false;
