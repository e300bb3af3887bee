-- Some of a site's keys that were made at $2 or before.
with old as (
    select k.operation, k.key
    from idempotency_keys k
    where k.site_id = $1
    and k.created_at <= $2
    order by k.created_at
    limit 1000
)
delete from idempotency_keys k
using old
where k.site_id = $1
and k.operation = old.operation
and k.key = old.key
-- Asked again, because a request may have claimed it anew while this waited for its row.
and k.created_at <= $2
