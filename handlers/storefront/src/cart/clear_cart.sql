-- A line that is added at the same time comes before or after: it goes, or it stays.
with cart as (
    update carts c
    set revision = c.revision + 1,
        expires_at = $4,
        updated_at = $3
    where c.site_id = $1
    and c.session_id = $2
    returning c.id
)
delete from cart_items i
where i.site_id = $1
and i.cart_id = (select c.id from cart c)
