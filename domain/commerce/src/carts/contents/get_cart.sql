-- The cart $2 without its lines, at $3. Its e-mail address is the one to which a reminder would be sent.
select
    cart.id,
    case when cart.expires_at <= $3 then 'expired' else 'active' end as status,
    cart.customer_id,
    coalesce(
        (
            select customer.email
            from customers customer
            where customer.site_id = $1
            and customer.id = cart.customer_id
            and customer.verified_at is not null
        ),
        (
            select placed.customer_email
            from orders placed
            where placed.site_id = $1
            and placed.cart_id = $2
            and placed.customer_id is null
            and placed.paid_at is null
            and placed.customer_email <> ''
            order by placed.created_at desc, placed.id desc
            limit 1
        )
    ) as email,
    store.currency,
    '[]'::json as lines,
    0::bigint as subtotal,
    cart.created_at,
    cart.updated_at,
    cart.expires_at,
    cart.abandoned_at
from carts cart
join stores store on store.site_id = $1
where cart.site_id = $1
and cart.id = $2
