-- Deletes up to 1,000 carts that expired at $2 or earlier. A cart with a pending order is retained, because the order
-- may still be paid.
with old as (
    select cart.id
    from carts cart
    where cart.site_id = $1
    and cart.expires_at <= $2
    and not exists (
        select
        from orders placed
        where placed.site_id = $1
        and placed.cart_id = cart.id
        and placed.status = 'pending'
    )
    order by cart.expires_at
    limit 1000
)
delete from carts cart
using old
where cart.site_id = $1
and cart.id = old.id
and cart.expires_at <= $2
