-- How many bytes callers and sites store. Servers reserve in steps of 1 MiB, so a total includes what each server has
-- reserved and not used.

-- The bytes that a caller has stored in a window of the clock. A caller is a client's network, or a customer with a
-- verified address; only its digest is stored.
create table stored_bytes (
    caller_sha256 bytea not null,
    window_start timestamptz(3) not null,
    bytes bigint not null,
    constraint stored_bytes_counted primary key (caller_sha256, window_start),
    constraint stored_bytes_caller_malformed check (octet_length(caller_sha256) = 32)
);

create index stored_bytes_by_window on stored_bytes (window_start);

-- The bytes of a site's files. The first sweep of files after this migration counts them, and each later one corrects the
-- number.
create table site_storage (
    site_id bigint not null,
    bytes bigint not null,
    constraint site_storage_counted primary key (site_id),
    constraint site_storage_site_missing foreign key (site_id) references sites (id) on delete cascade
);

-- The files of designs: the images of each design, and the drawings of its revisions.
create view design_files as
select named.site_id, named.design_id, file.key, file.size
from (
    select asset.site_id, asset.design_id, asset.file_key as key
    from design_assets asset
    where asset.design_id is not null
    union all
    select revision.site_id, revision.design_id, revision.thumbnail_key
    from design_revisions revision
    union all
    select drawing.site_id, drawing.design_id, drawing.mockup_key
    from design_drawings drawing
    union all
    select drawing.site_id, drawing.design_id, drawing.print_key
    from design_drawings drawing
) named
join files file
    on file.site_id = named.site_id
    and file.key = named.key;

-- In bytes. Null: 20 GiB.
alter table stores add column max_stored_bytes bigint
    constraint stores_max_stored_bytes_negative check (max_stored_bytes >= 0);
