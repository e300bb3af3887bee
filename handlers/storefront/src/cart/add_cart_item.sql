-- Adds a line. Returns a refusal, or the line at its list price with its product's bulk rules. The column `cart` is:
-- - `begun` if this statement has created the cart;
-- - `refused` if it would have to create the cart, and $11 is false;
-- - `undrawn` if the legacy design of the line must be drawn first;
-- - `there` otherwise.
--
-- All decisions use the snapshot that Postgres takes when the statement starts. If another request changes the cart
-- after that, the cart's revision does not match. Then the statement changes nothing, and returns neither a refusal nor
-- a line.
with offered as (
    select product.id,
        variant.id as variant_id,
        coalesce(variant.price, product.price) as price,
        case when product.track_inventory then coalesce(variant.quantity, product.quantity) end as stock,
        case when variant.quantity is not null then 'variant' else 'product' end as stock_of,
        exists (
            select
            from product_variants other
            where other.site_id = $1
            and other.product_id = product.id
            and other.active
        ) as has_variants
    from products product
    left join product_variants variant
        on variant.site_id = $1
        and variant.product_id = product.id
        and variant.id = $4::bigint
        and variant.active
    where product.site_id = $1
    and product.id = $3
    and product.status = 'active'
),
-- A design that the customer $8 or the designer session $12 owns can always be added. For other callers the design's
-- uuid is a secret that suffices. There is one exception: a design that was shared before and no longer is can only be
-- added by its owner. The lock keeps the sweep from deleting the design.
designed as (
    select design.product_id,
        design.revision,
        design.name,
        case when design.legacy then design.status = 'draft' else design.revision is null end as is_draft,
        design.legacy and design.revised_version is distinct from design.version as is_undrawn,
        coalesce(design.customer_id = $8::bigint or design.session_sha256 = $12::bytea, false) as is_owned
    from designs design
    where design.site_id = $1
    and design.uuid = $5::text::uuid
    and design.deleted_at is null
    and (
        design.is_public
        or design.is_template
        or not design.was_shared
        or design.customer_id = $8::bigint
        or design.session_sha256 = $12::bytea
    )
    for key share
),
seen as (
    select cart.id, cart.revision, cart.expires_at > $9 as is_alive
    from carts cart
    where cart.site_id = $1
    and cart.session_id = $2
),
-- The stock that the cart's own pending order holds. It is available to this cart.
held as (
    select coalesce(sum(item.quantity), 0)::bigint as quantity
    from seen
    join orders placed
        on placed.site_id = $1
        and placed.cart_id = seen.id
        and placed.status = 'pending'
        and not placed.has_left_cart
        and placed.holds
    join order_items item on item.site_id = $1 and item.order_id = placed.id
    join offered
        on offered.stock_of = item.stock_of
        and offered.id = item.product_id
        and (offered.stock_of = 'product' or offered.variant_id = item.variant_id)
),
present as (
    select line.id, line.quantity, line.product_id, line.variant_id, line.design_id
    from cart_items line
    where line.site_id = $1
    and line.cart_id = (select seen.id from seen where seen.is_alive)
),
same as (
    select present.id, present.quantity
    from present
    where present.product_id = $3
    and coalesce(present.variant_id, 0) = coalesce($4::bigint, 0)
    and present.design_id is null
    and $5::text is null
),
-- The sum of the other lines at list prices. It may exceed a bigint.
others as (
    select coalesce(sum(coalesce(variant.price, product.price, 0)::numeric * present.quantity), 0) as total
    from present
    left join products product on product.site_id = $1 and product.id = present.product_id
    left join product_variants variant
        on variant.site_id = $1
        and variant.product_id = present.product_id
        and variant.id = present.variant_id
    where not exists (select from same where same.id = present.id)
),
wanted as (
    select coalesce((select same.quantity from same), 0) + $6::bigint as quantity
),
verdict as (
    select offered.price,
        case
            when offered.id is null then 'product_not_found'
            when $4::bigint is null and offered.has_variants then 'variant_required'
            when $4::bigint is not null and offered.variant_id is null then 'variant_not_found'
            when $5::text is not null and designed.product_id is null then 'design_not_found'
            when designed.product_id <> $3 then 'design_of_another_product'
            when designed.is_draft then 'design_not_finalized'
            when wanted.quantity > 999 then 'too_many'
            when wanted.quantity > offered.stock + held.quantity then 'insufficient_stock'
            when not exists (select from same) and (select count(*) from present) >= 200 then 'cart_is_full'
            -- The number is `stoa_values::money::MAX_CENTS`.
            when offered.price::numeric * wanted.quantity + others.total > 9007199254740991 then 'too_expensive'
        end as refusal,
        coalesce(designed.is_undrawn, false) as is_undrawn
    from wanted
    cross join held
    cross join others
    left join offered on true
    left join designed on true
),
revised as (
    insert into carts as cart (site_id, session_id, customer_id, revision, expires_at, created_at, updated_at)
    select $1, $2, $8::bigint, coalesce((select seen.revision from seen), 0) + 1, $10, $9, $9
    from verdict
    where verdict.refusal is null
    and not verdict.is_undrawn
    and ($11::boolean or exists (select from seen))
    on conflict (site_id, session_id) do update
    set customer_id = coalesce(excluded.customer_id, cart.customer_id),
        revision = excluded.revision,
        expires_at = excluded.expires_at,
        updated_at = excluded.updated_at
    where cart.revision = excluded.revision - 1
    returning cart.id
),
expired as (
    delete from cart_items line
    where line.site_id = $1
    and line.cart_id = (select revised.id from revised, seen where not seen.is_alive)
    returning line.id
),
grown as (
    update cart_items line
    set quantity = line.quantity + $6::bigint,
        updated_at = $9
    from revised
    where line.site_id = $1
    and line.id = (select same.id from same)
    and line.cart_id = revised.id
    returning line.id, line.cart_id, line.quantity, line.created_at, line.updated_at
),
added as (
    insert into cart_items (
        site_id, id, cart_id, product_id, variant_id, design_id, design_revision, design_name, quantity, created_at,
        updated_at
    )
    select $1, $7, revised.id, $3, $4::bigint, $5::text::uuid, designed.revision, designed.name, $6::bigint, $9, $9
    from revised
    left join designed on not designed.is_owned
    where not exists (select from same)
    -- This makes Postgres delete expired lines first, because one of them may have the same product.
    and (select count(*) from expired) >= 0
    returning id, cart_id, quantity, created_at, updated_at
)
select verdict.refusal,
    case when stored.id is not null then json_build_object(
        'id', stored.id,
        'cartId', stored.cart_id,
        'productId', $3::bigint,
        'variantId', $4::bigint,
        'designId', $5::text::uuid,
        'quantity', stored.quantity,
        'unitPrice', verdict.price,
        'lineTotal', 0,
        'createdAt', stored.created_at,
        'updatedAt', stored.updated_at
    ) end,
    array_to_json(array(
        select json_build_array(rule.variant_id, rule.min_quantity, rule.max_quantity, rule.price_type, rule.amount)
        from bulk_pricing_rules rule
        where rule.site_id = $1 and rule.product_id = $3
    )) as bulk_rules,
    case
        when verdict.is_undrawn then 'undrawn'
        when exists (select from seen) then 'there'
        when stored.id is not null then 'begun'
        when verdict.refusal is null and not $11::boolean then 'refused'
        else 'there'
    end as cart
from verdict
left join (
    select grown.id, grown.cart_id, grown.quantity, grown.created_at, grown.updated_at
    from grown
    union all
    select added.id, added.cart_id, added.quantity, added.created_at, added.updated_at
    from added
) stored on true
