-- Postgres does not store notifications, so the commit need not wait for the disk.
select pg_notify($1, posted.payload)
from set_config('synchronous_commit', 'off', true), unnest($2::text[]) as posted (payload)
