-- The IANA name of the time zone in which digests of alerts are sent in the morning. Servers of the previous release ignore
-- it.
alter table sites add column time_zone text not null default 'UTC';
