-- The site's carts that count as abandoned at $2, at most $7: those that were last changed at $3 or earlier. A cart that
-- was last changed at $4 or earlier has expired. The list begins after the position ($5, $6). With `due`, only carts that
-- got no reminder yet; with `one`, only the cart $8.
with parameters as (
    select $8::bigint
),
known as (
    -- Carts of customers with a verified address.
    select cart.id, cart.customer_id, cart.created_at, cart.updated_at, cart.abandoned_at, customer.email
    from carts cart
    join customers customer
        on customer.site_id = $1
        and customer.id = cart.customer_id
        and customer.verified_at is not null
    where cart.site_id = $1
    and cart.customer_id is not null
    and cart.updated_at > $4
    and cart.updated_at <= $3
    and cart.expires_at > $2
    union all
    -- Other carts that a guest has checked out and not paid.
    select
        cart.id,
        cart.customer_id,
        cart.created_at,
        cart.updated_at,
        cart.abandoned_at,
        checkout.customer_email as email
    from (
        select distinct on (placed.cart_id) placed.cart_id, placed.customer_email
        from orders placed
        where placed.site_id = $1
        and placed.customer_id is null
        and placed.paid_at is null
        and placed.status in ('cancelled', 'expired')
        and placed.created_at > $4
        and placed.created_at > '-infinity'
        -- Erased customers have an empty address.
        and placed.customer_email <> ''
        order by placed.cart_id, placed.created_at desc, placed.id desc
    ) checkout
    join carts cart on cart.site_id = $1 and cart.id = checkout.cart_id
    where cart.updated_at <= $3
    and cart.expires_at > $2
    and not exists (
        select
        from customers customer
        where customer.site_id = $1
        and customer.id = cart.customer_id
        and customer.verified_at is not null
    )
)
select
    known.id,
    known.customer_id,
    known.email,
    contents.line_count,
    known.created_at,
    known.updated_at,
    known.abandoned_at
from known
cross join lateral (
    select count(*) as line_count
    from cart_items line
    where line.site_id = $1
    and line.cart_id = known.id
) contents
where contents.line_count > 0
and (known.updated_at, known.id) > ($5, $6)
--[due] and known.abandoned_at is null
--[one] and known.id = $8
-- The address has not ended the store's reminders.
and not exists (
    select
    from reminder_addresses address
    where address.site_id = $1
    and address.ended_at is not null
    and address.email_sha256
        = sha256(convert_to($1::bigint::text || ' ' || lower(known.email collate "und-x-icu"), 'UTF8'))
)
-- The cart is not being paid, and was not ordered since its last change.
and not exists (
    select
    from orders placed
    where placed.site_id = $1
    and placed.cart_id = known.id
    and (placed.status = 'pending' or placed.paid_at >= known.updated_at)
)
-- No order with the address was paid since, and none is being paid.
and not exists (
    select
    from orders placed
    where placed.site_id = $1
    and lower(placed.customer_email collate "und-x-icu") collate "C" = lower(known.email collate "und-x-icu") collate "C"
    and (placed.paid_at >= known.updated_at or placed.payment_status = 'processing')
)
-- Nor was an order of the account with the address, which may name another address.
and not exists (
    select
    from customers customer
    join orders placed on placed.site_id = $1 and placed.customer_id = customer.id
    where customer.site_id = $1
    and lower(customer.email collate "und-x-icu") = lower(known.email collate "und-x-icu")
    and (placed.paid_at >= known.updated_at or placed.payment_status = 'processing')
)
order by known.updated_at, known.id
limit $7
