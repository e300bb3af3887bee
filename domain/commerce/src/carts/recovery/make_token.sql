-- Returns no row if the site has no store. `is_made` is false if the store has no base URL or the cart does not exist.
with made as (
    update carts cart
    set recovery_sha256 = $3,
        recovery_expires_at = $4
    from stores store
    where cart.site_id = $1
    and cart.id = $2
    and store.site_id = $1
    and store.base_url is not null
    returning cart.id
)
select store.base_url is not null as has_base_url, exists (select from made) as is_made
from stores store
where store.site_id = $1
