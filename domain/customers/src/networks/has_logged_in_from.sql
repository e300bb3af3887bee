select exists (
    select
    from customers customer
    join customer_networks network
        on network.site_id = $1
        and network.customer_id = customer.id
        and network.network_sha256 = $3
    where customer.site_id = $1
    and lower(customer.email collate "und-x-icu") = lower($2 collate "und-x-icu")
) as is_known
