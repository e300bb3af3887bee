update shipping_rates rate
set name = given.name,
    price = given.price,
    free_above = given.free_above,
    min_delivery_days = given.min_delivery_days,
    max_delivery_days = given.max_delivery_days
from jsonb_populate_recordset(null::shipping_rates, $3) given
where rate.site_id = $1
and rate.zone_id = $2
and rate.id = given.id
