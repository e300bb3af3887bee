select shown.name, shown.value
from customers customer
cross join lateral (
    values
        (1, 'Customer', customer.id::text),
        (2, 'Site', customer.site_id::text),
        (3, 'E-mail', customer.email),
        (4, 'Verified', to_char(customer.verified_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')),
        (5, 'Name', nullif(concat_ws(' ', customer.first_name, customer.last_name), '')),
        (6, 'Phone', customer.phone),
        (7, 'Ships to', customer.default_shipping_address::text),
        (8, 'Billed to', customer.default_billing_address::text),
        (9, 'Address book', nullif(jsonb_array_length(customer.address_book), 0)::text),
        (10, 'Registered', to_char(customer.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')),
        (
            11,
            'Orders',
            (
                select count(*)::text
                from customer_orders theirs
                where theirs.site_id = $1
                and theirs.customer_id = $2
            )
        ),
        (
            12,
            'Sessions',
            (
                select count(*)::text
                from customer_sessions session
                where session.site_id = $1
                and session.customer_id = $2
            )
        )
) as shown (position, name, value)
where customer.site_id = $1
and customer.id = $2
order by shown.position
