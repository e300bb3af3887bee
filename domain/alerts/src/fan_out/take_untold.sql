-- Marks up to $3 alerts as told at $2, but after the period of the last digests, even if this server's clock is behind.
with untold as materialized (
    select alert.id
    from alerts alert
    where alert.site_id = $1
    and alert.told_at is null
    order by alert.id
    limit $3
    for update
)
update alerts alert
set told_at = greatest(
        $2::timestamptz,
        (
            select digest.told_until + interval '1 millisecond'
            from alert_digests digest
            where digest.site_id = $1
        )
    )
from untold
where alert.site_id = $1
and alert.id = untold.id
returning alert.id, alert.kind
