-- Postgres does not store notifications, so the commit need not wait for the disk.
select pg_notify($1, $2)
from set_config('synchronous_commit', 'off', true)
