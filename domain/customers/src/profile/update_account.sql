-- Updates only the fields that were sent, in one statement, so concurrent updates do not overwrite each other's fields.
with found as (
    update customers customer
    set first_name = case when $3 then $4 else customer.first_name end,
        last_name = case when $5 then $6 else customer.last_name end,
        phone = case when $7 then $8 else customer.phone end,
        default_shipping_address = case when $9 then $10 else customer.default_shipping_address end,
        default_billing_address = case when $11 then $12 else customer.default_billing_address end,
        address_book = coalesce($13, customer.address_book),
        updated_at = $14
    where customer.site_id = $1
    and customer.id = $2
    returning customer.*
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
