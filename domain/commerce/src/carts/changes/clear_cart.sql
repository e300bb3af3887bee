-- Whether this deletes a line that is added concurrently depends on which statement runs first. Both results are
-- correct.
with revised as (
    update carts cart
    set revision = cart.revision + 1,
        expires_at = $4,
        updated_at = $3
    where cart.site_id = $1
    and cart.session_id = $2
    returning cart.id
)
delete from cart_items line
where line.site_id = $1
and line.cart_id = (select revised.id from revised)
