-- Stores the quotes $2 until $3. If a provider reuses an id, the later quote replaces the earlier one. Rows are
-- locked in the order of their ids, so that concurrent requests cannot deadlock.
insert into shipping_quotes (
    site_id, id, country, state, postal_code, contents, name, price, carrier, service, shipment_id, min_delivery_days,
    max_delivery_days, expires_at
)
select $1, item.id, item.country, item.state, item.postal_code, item.contents, item.name, item.price, item.carrier,
    item.service, item.shipment_id, item.min_delivery_days, item.max_delivery_days, $3
from jsonb_populate_recordset(null::shipping_quotes, $2) as item
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
