-- Versions of the settings of sites and stores, of the branding and of chat widgets, which the staff's API compares with
-- `If-Match`. The first version is the time of insertion in milliseconds. If an import replaces a row, the new row has a
-- later version.
alter table sites add column version bigint not null default (extract(epoch from now()) * 1000)::bigint;
alter table sites add column branding_version bigint not null default (extract(epoch from now()) * 1000)::bigint;
alter table stores add column if not exists version bigint not null default (extract(epoch from now()) * 1000)::bigint;
alter table chat_widgets add column version bigint not null default (extract(epoch from now()) * 1000)::bigint;
