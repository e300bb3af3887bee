-- Without a session ($3 is null) from any cart. No row when there is no such line.
with cart as (
    update carts c
    set revision = c.revision + 1,
        expires_at = $5,
        updated_at = $4
    from cart_items i
    where c.site_id = $1
    and c.id = i.cart_id
    and c.expires_at > $4
    and (c.session_id = $3::text) is not false
    and i.site_id = $1
    and i.id = $2
    returning c.id
)
delete from cart_items i
using cart c
where i.site_id = $1
and i.id = $2
and i.cart_id = c.id
returning i.id
