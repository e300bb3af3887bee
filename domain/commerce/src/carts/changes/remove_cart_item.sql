-- If $3 is null, the line may be in the cart of any session. Returns no row if the line does not exist.
with revised as (
    update carts cart
    set revision = cart.revision + 1,
        expires_at = $5,
        updated_at = $4
    from cart_items line
    where cart.site_id = $1
    and cart.id = line.cart_id
    and cart.expires_at > $4
    and (cart.session_id = $3::text) is not false
    and line.site_id = $1
    and line.id = $2
    returning cart.id
)
delete from cart_items line
using revised
where line.site_id = $1
and line.id = $2
and line.cart_id = revised.id
returning line.id
