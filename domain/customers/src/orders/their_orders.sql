-- The orders of the customer $2 of site $1: those that were placed with a token, and once the address is verified those
-- that were placed as a guest with it. Each half is found by an index of its own, in the order of the list.
theirs as not materialized (
    select placed.id, placed.created_at, placed.status, placed.paid_at, placed.total, placed.refunded_total
    from orders placed
    where placed.site_id = $1
    and placed.customer_id = $2
    union all
    select placed.id, placed.created_at, placed.status, placed.paid_at, placed.total, placed.refunded_total
    from orders placed
    where placed.site_id = $1
    and placed.customer_id is null
    and lower(placed.customer_email collate "und-x-icu") = (
        select lower(customer.email collate "und-x-icu")
        from customers customer
        where customer.site_id = $1
        and customer.id = $2
        and customer.verified_at is not null
    )
)
