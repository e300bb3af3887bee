-- Deletes the events $2 that no endpoint receives.
delete from events event
where event.site_id = $1
and event.id = any ($2)
and not exists (
    select
    from webhook_deliveries delivery
    where delivery.site_id = $1
    and delivery.event_id = event.id
)
