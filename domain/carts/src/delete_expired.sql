-- Carts that expired at $2 or before; one with a pending order may still be paid.
with old as (
    select cart.id
    from carts cart
    where cart.site_id = $1
    and cart.expires_at <= $2
    and not exists (
        select
        from orders o
        where o.site_id = $1
        and o.cart_id = cart.id
        and o.status = 'pending'
    )
    order by cart.expires_at
    limit 1000
)
delete from carts cart
using old
where cart.site_id = $1
and cart.id = old.id
and cart.expires_at <= $2
