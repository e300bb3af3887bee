-- Keeps quotes ($2, json) until $3, and forgets those that ended long before ($4), a few at a time. Both lock
-- rows in one order or not at all, so that requests at once do not wait for each other in a circle.
with forgotten as (
    delete from shipping_quotes quote
    where quote.site_id = $1
    and quote.id in (
        select old.id
        from shipping_quotes old
        where old.site_id = $1
        and old.expires_at < $4
        order by old.expires_at
        limit 100
        for update skip locked
    )
)
insert into shipping_quotes (
    site_id, id, country, state, name, price, carrier, service, shipment_id, min_delivery_days, max_delivery_days,
    expires_at
)
select $1, item.id, item.country, item.state, item.name, item.price, item.carrier, item.service, item."shipmentId",
    item."minDeliveryDays", item."maxDeliveryDays", $3
from jsonb_to_recordset($2) as item(
    id text, country text, state text, name text, price bigint, carrier text, service text, "shipmentId" text,
    "minDeliveryDays" bigint, "maxDeliveryDays" bigint
)
order by item.id
on conflict (site_id, id) do update set
    name = excluded.name,
    price = excluded.price,
    min_delivery_days = excluded.min_delivery_days,
    max_delivery_days = excluded.max_delivery_days,
    expires_at = excluded.expires_at
