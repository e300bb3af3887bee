-- The sender does not wait for the disk: a notification is not there to last.
select pg_notify($1, posted.payload)
from set_config('synchronous_commit', 'off', true), unnest($2::text[]) as posted (payload)
