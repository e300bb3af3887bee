with found as (
    select customer.*
    from customers customer
    where customer.site_id = $1
    and customer.id = $2
),
--[their_orders.sql]
--[profile.sql]
