-- The public URL of the server that started last. Commands build links from it. One row for the whole database.

create table public_urls (
    id bigint not null default 1,
    url text not null,
    constraint public_urls_id_taken primary key (id),
    constraint public_urls_there_is_one check (id = 1)
);
