-- Returns no row if the order $6 is given and is not an order of the customer.
insert into support_messages (
    site_id, customer_id, subject, body, category, order_id, created_at, updated_at, last_activity_at
)
select $1, $2, $3, $4, $5, $6, $7, $7, $7
where $6::bigint is null
or exists (
    select
    from customer_orders theirs
    where theirs.site_id = $1
    and theirs.customer_id = $2
    and theirs.id = $6
)
returning id
