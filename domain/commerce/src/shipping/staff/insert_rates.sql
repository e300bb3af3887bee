insert into shipping_rates (site_id, zone_id, name, price, free_above, min_delivery_days, max_delivery_days)
select $1, $2, given.name, given.price, given.free_above, given.min_delivery_days, given.max_delivery_days
from rows from (
    jsonb_to_recordset($3) as (
        id bigint, name text, price bigint, free_above bigint, min_delivery_days bigint, max_delivery_days bigint
    )
) with ordinality as given (id, name, price, free_above, min_delivery_days, max_delivery_days, place)
where given.id is null
order by given.place
