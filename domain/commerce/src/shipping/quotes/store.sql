-- Stores the quotes $2 (JSON) until $3. If a provider reuses an id, the later quote replaces the earlier one. Rows are
-- locked in the order of their ids, so that concurrent requests cannot deadlock.
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
