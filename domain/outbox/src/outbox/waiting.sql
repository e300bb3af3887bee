-- Counts the mails of all sites that are yet to be sent, at most $1, and finds for how many seconds the oldest has waited
-- at $2. Mails that are held because their store has no address do not count as old.
select
    count(*) as waiting,
    coalesce(extract(epoch from $2 - min(waiting.created_at) filter (where not waiting.is_held))::bigint, 0) as oldest_seconds
from (
    select mail.created_at, coalesce(mail.held_until > $2, false) as is_held
    from mails mail
    where mail.sent_at is null
    and mail.failed_at is null
    limit $1
) waiting
