-- The files that a site keeps: uploads, drawings, pictures that an operator added. What they hold stands in the storage,
-- under `{site_id}/{key}`, and never changes.
--
-- First the file is stored, then its row. A row that nothing names for a day goes, and then its file; so does a file
-- that has had no row for a day.

create table files (
    site_id bigint not null,
    -- 32 random hexadecimal digits and an extension.
    key text not null,
    media_type text not null,
    -- Bytes.
    size bigint not null,
    -- Pixels.
    width bigint,
    height bigint,
    -- An operator added it, under this name: it stays until an operator removes it.
    added_as text,
    created_at timestamptz(3) not null,
    constraint files_key_taken primary key (site_id, key),
    constraint files_site_missing foreign key (site_id) references sites (id) on delete cascade,
    constraint files_key_malformed check (key ~ '^[0-9a-f]{32}\.[a-z0-9]{2,5}$'),
    constraint files_size_negative check (size >= 0)
);

create index files_by_age on files (site_id, created_at) where added_as is null;
create index files_by_name on files (site_id, added_as, key) where added_as is not null;
