insert into shipping_rates (site_id, id, zone_id, name, price, free_above, min_delivery_days, max_delivery_days)
select $1, rate.id, item.id, coalesce(rate.name, ''), coalesce(rate.price, 0), rate."freeAbove",
    rate."minDeliveryDays", rate."maxDeliveryDays"
from jsonb_to_recordset($2) as item(id bigint, rates jsonb),
    jsonb_to_recordset(item.rates) as rate(
        id bigint, name text, price bigint, "freeAbove" bigint, "minDeliveryDays" bigint, "maxDeliveryDays" bigint
    )
