select
    customer.password_hash,
    json_build_object(
        'id', customer.id,
        'email', customer.email,
        'firstName', customer.first_name,
        'lastName', customer.last_name
    ) as customer,
    exists (
        select
        from customer_networks network
        where network.site_id = $1
        and network.customer_id = customer.id
        and network.network_sha256 = $3
    ) as is_known_network
from customers customer
where customer.site_id = $1
and lower(customer.email collate "und-x-icu") = lower($2 collate "und-x-icu")
