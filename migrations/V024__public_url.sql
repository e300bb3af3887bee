-- Where browsers reach the servers of this database, as the server that started last has it: commands make links of it. Of
-- no site, like the servers.

create table public_urls (
    id bigint not null default 1,
    url text not null,
    constraint public_urls_id_taken primary key (id),
    constraint public_urls_there_is_one check (id = 1)
);
