-- Locks everything that two orders give back and take: the pending order $2 of the cart $3, and the order that is about
-- to replace it. The new order takes the code $4, the gift certificate $5 and the stock of the cart's lines.
--
-- The codes of both orders are locked first, then their certificates, products and variants, in the sequence that
-- V008__orders.sql states. If all rows of one order were locked before those of the other order, two carts could
-- deadlock.
--
-- Returns the intent of the order $2, because another request may have created it since the order was read.
with replaced as materialized (
    select placed.discount_code, placed.gift_certificate_code, placed.payment_intent_id
    from orders placed
    where placed.site_id = $1
    and placed.id = $2
    for update
),
codes as materialized (
    select code.id
    from discount_codes code
    where code.site_id = $1
    and lower(code.code collate "und-x-icu") in (
        lower($4::text collate "und-x-icu"),
        (select lower(replaced.discount_code collate "und-x-icu") from replaced)
    )
    order by code.id
    for no key update
),
certificates as materialized (
    select certificate.id
    from gift_certificates certificate
    where certificate.site_id = $1
    and lower(certificate.code collate "und-x-icu") in (
        lower($5::text collate "und-x-icu"),
        (select lower(replaced.gift_certificate_code collate "und-x-icu") from replaced)
    )
    and (select count(*) from codes) >= 0
    order by certificate.id
    for no key update
),
lines as materialized (
    select item.product_id, item.variant_id
    from order_items item
    where item.site_id = $1
    and item.order_id = $2
    and item.stock_of is not null
    union
    select line.product_id, line.variant_id
    from cart_items line
    where line.site_id = $1
    and line.cart_id = $3
),
locked_products as materialized (
    select product.id
    from products product
    where product.site_id = $1
    and product.id in (select lines.product_id from lines)
    and (select count(*) from certificates) >= 0
    order by product.id
    for no key update
),
locked_variants as materialized (
    select variant.id
    from product_variants variant
    where variant.site_id = $1
    and variant.id in (select lines.variant_id from lines)
    and (select count(*) from locked_products) >= 0
    order by variant.id
    for no key update
)
select replaced.payment_intent_id
from replaced
where (select count(*) from locked_variants) >= 0
