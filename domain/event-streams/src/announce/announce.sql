-- Postgres does not store notifications, so the commit need not wait for the disk.
select pg_notify(announced.channel, announced.payload)
from set_config('synchronous_commit', 'off', true),
    unnest($1::text[], $2::text[]) as announced (channel, payload)
