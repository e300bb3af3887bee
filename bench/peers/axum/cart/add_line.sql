-- Adds a line to the cart of the session, and creates the cart if it does not exist. Returns the line with its list
-- price, or no row if the product or variant does not exist.
with offered as (
    select coalesce(variant.price, product.price) as price
    from products product
    left join product_variants variant
        on variant.site_id = $1
        and variant.product_id = product.id
        and variant.id = $4
        and variant.active
    where product.site_id = $1
    and product.id = $3
    and product.status = 'active'
    and ($4::bigint is null or variant.id is not null)
),
kept as (
    insert into carts as cart (site_id, session_id, expires_at, created_at, updated_at)
    select $1, $2::text, now() + interval '7 days', now(), now()
    from offered
    on conflict (site_id, session_id) do update
    set revision = cart.revision + 1,
        expires_at = excluded.expires_at,
        updated_at = excluded.updated_at
    returning cart.id
)
insert into cart_items as line (site_id, id, cart_id, product_id, variant_id, quantity, created_at, updated_at)
select $1, $6::bigint, kept.id, $3, $4, $5::bigint, now(), now()
from kept
on conflict (site_id, cart_id, product_id, coalesce(variant_id, 0)) where design_id is null do update
set quantity = line.quantity + excluded.quantity,
    updated_at = excluded.updated_at
returning line.id, line.cart_id, line.quantity, line.created_at, line.updated_at, (select offered.price from offered)
