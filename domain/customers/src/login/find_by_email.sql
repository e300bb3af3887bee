select
    customer.password_hash,
    json_build_object(
        'id', customer.id,
        'email', customer.email,
        'firstName', customer.first_name,
        'lastName', customer.last_name
    ) as customer
from customers customer
where customer.site_id = $1
and lower(customer.email collate "und-x-icu") = lower($2 collate "und-x-icu")
