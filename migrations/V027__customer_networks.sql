-- The networks from which customers have logged in. A network is an IPv4 address or an IPv6 /64; only its digest is
-- stored. Failed logins from other networks have a limit of their own.
create table customer_networks (
    site_id bigint not null,
    customer_id bigint not null,
    network_sha256 bytea not null,
    -- Updated at most once a day.
    last_login_at timestamptz(3) not null,
    constraint customer_networks_known primary key (site_id, customer_id, network_sha256),
    constraint customer_networks_customer_missing
        foreign key (site_id, customer_id) references customers (site_id, id) on delete cascade,
    constraint customer_networks_network_malformed check (octet_length(network_sha256) = 32)
);

create index customer_networks_by_last_login on customer_networks (site_id, last_login_at);
