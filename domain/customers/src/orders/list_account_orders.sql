-- Returns a page of a customer's orders. Each row also contains the number of all orders of the customer.
with page as (
    select listed.*
    from (
        select theirs.id, theirs.created_at
        from customer_orders theirs
        where theirs.site_id = $1
        and theirs.customer_id = $2
        order by theirs.created_at desc, theirs.id desc
        -- A page has at most 100 items. The limit is a literal and not a parameter, because the query plan depends on
        -- the limit.
        limit 100 offset $4
    ) listed
    limit $3
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
