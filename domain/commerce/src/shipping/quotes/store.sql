-- Keeps quotes ($2, json) until $3. Rows are locked in one order, so that requests at once do not wait for each other
-- in a circle. Where the provider names two quotes alike, the last one holds, for what it was asked for.
insert into shipping_quotes (
    site_id, id, country, state, postal_code, contents, name, price, carrier, service, shipment_id, min_delivery_days,
    max_delivery_days, expires_at
)
select $1, item.id, item.country, item.state, item."postalCode", item.contents, item.name, item.price, item.carrier,
    item.service, item."shipmentId", item."minDeliveryDays", item."maxDeliveryDays", $3
from jsonb_to_recordset($2) as item(
    id text, country text, state text, "postalCode" text, contents jsonb, name text, price bigint, carrier text,
    service text, "shipmentId" text, "minDeliveryDays" bigint, "maxDeliveryDays" bigint
)
order by item.id
on conflict (site_id, id) do update set
    country = excluded.country,
    state = excluded.state,
    postal_code = excluded.postal_code,
    contents = excluded.contents,
    name = excluded.name,
    price = excluded.price,
    min_delivery_days = excluded.min_delivery_days,
    max_delivery_days = excluded.max_delivery_days,
    expires_at = excluded.expires_at
