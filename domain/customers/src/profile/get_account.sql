with found as (
    select customer.*
    from customers customer
    where customer.site_id = $1
    and customer.id = $2
)
select
    found.id,
    found.email,
    found.first_name,
    found.last_name,
    found.phone,
    found.default_shipping_address,
    found.default_billing_address,
    found.address_book,
    (
        select count(*)
        from customer_orders theirs
        where theirs.site_id = $1
        and theirs.customer_id = $2
        and theirs.status not in ('cancelled', 'expired')
    ) as order_count,
    (
        select coalesce(sum(theirs.total - theirs.refunded_total), 0)::bigint
        from customer_orders theirs
        where theirs.site_id = $1
        and theirs.customer_id = $2
        and theirs.paid_at is not null
    ) as total_spent,
    found.created_at
from found
