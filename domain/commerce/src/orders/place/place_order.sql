-- Stores the order $2 with the items $4 at the time $3, and takes what the order needs:
-- - a use of the code $5
-- - the amount $7 of the gift certificate $6
-- - the quantities $9 of the products $8
-- - the quantities $11 of the variants $10
--
-- If $12 pieces or fewer of a product or variant are left, where more were left before, stores an event of the site's
-- inbox.
--
-- Each of these is a step, which checks again whether enough is left. If a step finds too little, the step takes
-- nothing, and no order is stored. The caller must then roll back the other steps.
--
-- The steps lock rows in the sequence that V008__orders.sql states. Each step counts the rows of the previous step, so
-- that it waits for that step.
--
-- The statement copies the file keys of the ordered design revisions to the items. If a design was deleted since the
-- caller read the cart, no order is stored. Designs need no lock: a revision never changes, and a file is not deleted
-- while a revision or an order refers to it.
with draft as materialized (
    select draft.*
    from jsonb_to_record($2::jsonb) as draft (
        number text,
        status text,
        payment_status text,
        cart_id bigint,
        cart_sha256 bytea,
        customer_id bigint,
        customer_email text,
        customer_name text,
        customer_phone text,
        shipping_address jsonb,
        billing_address jsonb,
        customer_note text,
        currency text,
        subtotal bigint,
        discount_total bigint,
        shipping_total bigint,
        tax_total bigint,
        gift_certificate_total bigint,
        total bigint,
        discount_code text,
        gift_certificate_code text,
        shipping_rate_id text,
        shipping_method text,
        payment_provider text,
        payment_account text,
        expires_at timestamptz,
        created_at timestamptz
    )
),
used_code as (
    update discount_codes code
    set used = code.used + 1
    where code.site_id = $1
    and code.id = $5
    and code.active
    and (code.starts_at <= $3) is not false
    and (code.expires_at > $3) is not false
    and (code.used < code.max_uses) is not false
    returning code.id
),
held_certificate as (
    update gift_certificates certificate
    set remaining_amount = certificate.remaining_amount - $7
    where certificate.site_id = $1
    and certificate.id = $6
    and not certificate.disabled
    and (certificate.expires_at > $3) is not false
    and certificate.remaining_amount > 0
    and certificate.remaining_amount >= $7
    and (select count(*) from used_code) >= 0
    returning certificate.id
),
locked_products as materialized (
    select product.id
    from products product
    where product.site_id = $1
    and product.id = any ($8)
    and (select count(*) from held_certificate) >= 0
    order by product.id
    for no key update of product
),
taken_products as (
    update products product
    set quantity = product.quantity - wanted.quantity
    from unnest($8::bigint[], $9::bigint[]) as wanted (id, quantity)
    where product.site_id = $1
    and product.id = wanted.id
    and product.quantity >= wanted.quantity
    and (select count(*) from locked_products) >= 0
    returning product.id, product.quantity, wanted.quantity as pieces
),
locked_variants as materialized (
    select variant.id
    from product_variants variant
    where variant.site_id = $1
    and variant.id = any ($10)
    and (select count(*) from taken_products) >= 0
    order by variant.id
    for no key update of variant
),
taken_variants as (
    update product_variants variant
    set quantity = variant.quantity - wanted.quantity
    from unnest($10::bigint[], $11::bigint[]) as wanted (id, quantity)
    where variant.site_id = $1
    and variant.id = wanted.id
    and variant.quantity >= wanted.quantity
    and (select count(*) from locked_variants) >= 0
    returning variant.id, variant.product_id, variant.quantity, wanted.quantity as pieces
),
ordered as materialized (
    select item.*
    from jsonb_to_recordset($4::jsonb) as item (
        position bigint,
        product_id bigint,
        variant_id bigint,
        design_id uuid,
        design_revision bigint,
        product_name text,
        variant_name text,
        sku text,
        unit_price bigint,
        quantity bigint,
        total bigint,
        stock_of text
    )
),
designed as materialized (
    select ordered.position, revision.design_id, revision.revision, revision.thumbnail_key
    from ordered
    join designs design
        on design.site_id = $1
        and design.uuid = ordered.design_id
        and design.deleted_at is null
    join design_revisions revision
        on revision.site_id = $1
        and revision.design_id = design.id
        and revision.revision = ordered.design_revision
),
outcome as materialized (
    select
        $5::bigint is null or exists (select from used_code) as has_code,
        $6::bigint is null or exists (select from held_certificate) as has_certificate,
        (select count(*) from taken_products) = cardinality($8)
            and (select count(*) from taken_variants) = cardinality($10) as has_stock,
        (select count(*) from designed) = (select count(ordered.design_id) from ordered) as has_designs
),
placed as (
    insert into orders (
        site_id, number, status, payment_status, cart_id, cart_sha256, customer_id, customer_email, customer_name,
        customer_phone, shipping_address, billing_address, customer_note, currency, subtotal, discount_total,
        shipping_total, tax_total, gift_certificate_total, total, discount_code, gift_certificate_code,
        shipping_rate_id, shipping_method, payment_provider, payment_account, expires_at, created_at, updated_at,
        paid_at
    )
    select
        $1, draft.number, draft.status, draft.payment_status, draft.cart_id, draft.cart_sha256, draft.customer_id,
        draft.customer_email, draft.customer_name, draft.customer_phone, draft.shipping_address,
        draft.billing_address, draft.customer_note, draft.currency, draft.subtotal, draft.discount_total,
        draft.shipping_total, draft.tax_total, draft.gift_certificate_total, draft.total, draft.discount_code,
        draft.gift_certificate_code, draft.shipping_rate_id, draft.shipping_method, draft.payment_provider,
        draft.payment_account, draft.expires_at, draft.created_at, draft.created_at,
        case when draft.status = 'paid' then draft.created_at end
    from draft, outcome
    where outcome.has_code
    and outcome.has_certificate
    and outcome.has_stock
    and outcome.has_designs
    returning id
),
items as (
    insert into order_items (
        site_id, order_id, position, product_id, variant_id, design_id, design_revision, design_thumbnail_key,
        product_name, variant_name, sku, unit_price, quantity, total, stock_of
    )
    select
        $1, placed.id, ordered.position, ordered.product_id, ordered.variant_id, ordered.design_id, designed.revision,
        designed.thumbnail_key, ordered.product_name, ordered.variant_name, ordered.sku, ordered.unit_price,
        ordered.quantity, ordered.total, ordered.stock_of
    from placed
    cross join ordered
    left join designed on designed.position = ordered.position
),
printed as (
    insert into order_item_drawings (site_id, order_id, position, side, side_position, mockup_key, print_key)
    select $1, placed.id, designed.position, drawing.side, drawing.position, drawing.mockup_key, drawing.print_key
    from placed
    cross join designed
    join design_drawings drawing
        on drawing.site_id = $1
        and drawing.design_id = designed.design_id
        and drawing.revision = designed.revision
),
movements as (
    insert into gift_certificate_movements (site_id, certificate_id, order_id, amount, reason, occurred_at)
    select $1, held_certificate.id, placed.id, -$7::bigint, 'hold', draft.created_at
    from placed, held_certificate, draft
),
changes as (
    insert into order_status_changes (site_id, order_id, from_status, to_status, note, occurred_at)
    select $1, placed.id, change.from_status, change.to_status, change.note, draft.created_at
    from placed,
        draft,
        (
            values (1, null, 'pending', null), (2, 'pending', 'paid', 'Nothing was left to pay')
        ) as change (position, from_status, to_status, note)
    where change.to_status in ('pending', draft.status)
    order by change.position
),
low_stock as (
    insert into inbox_events (site_id, kind, data, occurred_at)
    select
        $1,
        'stockLow',
        jsonb_build_object('productId', low.product_id, 'variantId', low.variant_id, 'quantity', low.quantity),
        $3
    from placed
    cross join (
        select product.id as product_id, null::bigint as variant_id, product.quantity, product.pieces
        from taken_products product
        union all
        select variant.product_id, variant.id, variant.quantity, variant.pieces
        from taken_variants variant
    ) low
    where low.quantity <= $12
    and low.quantity + low.pieces > $12
    returning id
),
-- Empties the cart of an order without anything to pay. The lines of other orders leave the cart when the payment
-- begins or is received.
emptied as (
    delete from cart_items line
    using draft, placed
    where line.site_id = $1
    and line.cart_id = draft.cart_id
    and draft.status = 'paid'
),
revised as (
    update carts cart
    set revision = cart.revision + 1,
        updated_at = draft.created_at
    from draft, placed
    where cart.site_id = $1
    and cart.id = draft.cart_id
    and draft.status = 'paid'
)
select
    outcome.has_code,
    outcome.has_certificate,
    outcome.has_stock,
    outcome.has_designs,
    (select placed.id from placed) as order_id,
    (select count(*) from low_stock) > 0 as is_stock_low
from outcome
