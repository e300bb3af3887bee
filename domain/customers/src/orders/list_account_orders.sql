-- Returns a page of a customer's orders: at most $3 rows, after the first $4 rows and up to the row $5. Each row also
-- contains the number of all orders. These are the orders of the view customer_orders. The page reads them in two
-- branches, and each branch stops at the row $5 of its index.
with page as (
    (
        select placed.id, placed.created_at
        from orders placed
        where placed.site_id = $1
        and placed.customer_id = $2
        order by placed.created_at desc, placed.id desc
        limit $5
    )
    union all
    (
        select placed.id, placed.created_at
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
        order by placed.created_at desc, placed.id desc
        limit $5
    )
    order by created_at desc, id desc
    limit $3 offset $4
)
select
    (
        select count(*)
        from customer_orders theirs
        where theirs.site_id = $1
        and theirs.customer_id = $2
    ) as total,
    placed.id,
    placed.number as order_number,
    placed.status,
    placed.payment_status,
    placed.total,
    placed.created_at
from (select) one
left join page on true
left join orders placed on placed.site_id = $1 and placed.id = page.id
order by page.created_at desc, page.id desc
