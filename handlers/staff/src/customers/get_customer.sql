-- Leaves out sessions that were last used at $3 or began at $4, or earlier, because they have ended.
select
    customer.id,
    customer.email,
    customer.verified_at is not null as is_verified,
    customer.first_name,
    customer.last_name,
    customer.phone,
    customer.default_shipping_address,
    customer.default_billing_address,
    customer.address_book,
    customer.created_at,
    customer.updated_at,
    array_to_json(array(
        select json_build_object(
            'id', placed.id,
            'orderNumber', placed.number,
            'status', placed.status,
            'paymentStatus', placed.payment_status,
            'currency', placed.currency,
            'total', placed.total,
            'createdAt', placed.created_at
        )
        from (
            select theirs.id
            from customer_orders theirs
            where theirs.site_id = $1
            and theirs.customer_id = $2
            order by theirs.created_at desc, theirs.id desc
            limit 20
        ) newest
        join orders placed on placed.site_id = $1 and placed.id = newest.id
        order by placed.created_at desc, placed.id desc
    )) as orders,
    array_to_json(array(
        select json_build_object('createdAt', session.created_at, 'lastUsedAt', session.last_used_at)
        from customer_sessions session
        where session.site_id = $1
        and session.customer_id = $2
        and session.last_used_at > $3
        and session.created_at > $4
        order by session.created_at desc, session.token_sha256
    )) as sessions
from customers customer
where customer.site_id = $1
and customer.id = $2
