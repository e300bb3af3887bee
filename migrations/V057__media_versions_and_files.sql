-- Versions of media, which the staff's API compares with `If-Match`. The first version is the time of insertion in
-- milliseconds. If an import replaces a row, the new row has a later version.
alter table media add column version bigint not null default (extract(epoch from now()) * 1000)::bigint;

-- The files of the site that the media library shows, which the sweep retains. Null for an address elsewhere.
alter table media add column file_key text;
alter table media add column thumbnail_key text;
alter table media add constraint media_file_missing
    foreign key (site_id, file_key) references files (site_id, key) not valid;
alter table media validate constraint media_file_missing;
alter table media add constraint media_thumbnail_missing
    foreign key (site_id, thumbnail_key) references files (site_id, key) not valid;
alter table media validate constraint media_thumbnail_missing;
create index media_by_file on media (site_id, file_key)
    where file_key is not null;
create index media_by_thumbnail on media (site_id, thumbnail_key)
    where thumbnail_key is not null;
