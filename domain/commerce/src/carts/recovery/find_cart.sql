-- Returns whether a recovery link for the cart $2 can be made. Returns no row if the site has no store.
select store.base_url is not null as has_base_url,
    cart.id is not null as has_cart,
    exists (
        select
        from cart_items line
        where line.site_id = $1
        and line.cart_id = cart.id
    ) as has_lines
from stores store
left join carts cart on cart.site_id = $1 and cart.id = $2
where store.site_id = $1
