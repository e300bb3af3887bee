-- Versions of posts, categories, tags and navigations, which the staff's API compares with `If-Match`. The first version
-- is the time of insertion in milliseconds. If an import replaces a row, the new row has a later version.
alter table posts add column version bigint not null default (extract(epoch from now()) * 1000)::bigint;
alter table categories add column version bigint not null default (extract(epoch from now()) * 1000)::bigint;
alter table tags add column version bigint not null default (extract(epoch from now()) * 1000)::bigint;
alter table sites add column navigation_version bigint not null default (extract(epoch from now()) * 1000)::bigint;
