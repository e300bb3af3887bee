-- Of two events at the same time the arrival counts.
update orders o
set latest_tracking_status = coalesce($3, o.latest_tracking_status),
    latest_tracking_event_at = $4,
    tracking_url = coalesce(o.tracking_url, $5),
    updated_at = $6
where o.site_id = $1
and o.id = $2
and (
    o.latest_tracking_event_at is null
    or o.latest_tracking_event_at < $4
    or (o.latest_tracking_event_at = $4 and o.latest_tracking_status is distinct from 'delivered')
)
