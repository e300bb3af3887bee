-- Only a later event replaces the latest one. Of two events with the same time, the one that arrives later counts,
-- unless the parcel is already delivered.
update orders placed
set latest_tracking_status = coalesce($3, placed.latest_tracking_status),
    latest_tracking_event_at = $4,
    tracking_url = coalesce(placed.tracking_url, $5),
    updated_at = $6
where placed.site_id = $1
and placed.id = $2
and (
    placed.latest_tracking_event_at is null
    or placed.latest_tracking_event_at < $4
    or (placed.latest_tracking_event_at = $4 and placed.latest_tracking_status is distinct from 'delivered')
)
