-- Lines that are added to carts of one site, as most are: without a design, one for each session, their columns in $2
-- to $8. A line comes back with its number if it was added. One that does not has changed nothing, and is left to
-- `add_cart_item.sql`, which knows why: this statement takes no more than what it surely can.
--
-- Carts are locked before their lines are looked at, and changed after. Nobody waits for a cart that another has
-- locked, so that one session's troubles are no other's; and since carts are begun in the order of their numbers, nobody
-- waits in a circle for them either.
with offered as materialized (
    select wanted.number,
        wanted.session_id,
        wanted.product_id,
        wanted.variant_id,
        wanted.quantity,
        wanted.line_id,
        wanted.customer_id,
        wanted.may_begin,
        coalesce(variant.price, product.price) as price,
        -- What the cart's own pending order has taken would be there too.
        least(999, case when product.track_inventory then coalesce(variant.quantity, product.quantity) end) as most
    from unnest($2::text[], $3::bigint[], $4::bigint[], $5::bigint[], $6::bigint[], $7::bigint[], $8::boolean[])
        with ordinality
        as wanted (session_id, product_id, variant_id, quantity, line_id, customer_id, may_begin, number)
    join products product
        on product.site_id = $1
        and product.id = wanted.product_id
        and product.status = 'active'
    left join product_variants variant
        on variant.site_id = $1
        and variant.product_id = wanted.product_id
        and variant.id = wanted.variant_id
        and variant.active
    where case
        when wanted.variant_id is not null then variant.id is not null
        else not exists (
            select
            from product_variants other
            where other.site_id = $1
            and other.product_id = wanted.product_id
            and other.active
        )
    end
    -- A site without such prices has no cart, of at most 200 lines of 999 pieces, that is worth too much.
    and not exists (
        select
        from products other
        where other.site_id = $1
        and other.price > 9007199254740991 / (200 * 999)
    )
    and not exists (
        select
        from product_variants other
        where other.site_id = $1
        and other.price > 9007199254740991 / (200 * 999)
    )
    and wanted.quantity
        <= least(999, case when product.track_inventory then coalesce(variant.quantity, product.quantity) end)
),
found as materialized (
    select cart.id as cart_id,
        offered.number,
        offered.product_id,
        offered.variant_id,
        offered.quantity,
        offered.line_id,
        offered.customer_id,
        offered.price,
        offered.most,
        false as is_new
    from offered
    join carts cart on cart.site_id = $1 and cart.session_id = offered.session_id
    where cart.expires_at > $9
    -- A cart has no more lines than it has had changes, so that one more is none too many.
    and cart.revision < 200
    for no key update of cart skip locked
),
begun as (
    insert into carts (site_id, session_id, customer_id, revision, expires_at, created_at, updated_at)
    select $1, offered.session_id, offered.customer_id, 1, $10, $9, $9
    from offered
    where offered.may_begin
    and not exists (
        select
        from carts other
        where other.site_id = $1
        and other.session_id = offered.session_id
    )
    order by offered.number
    on conflict (site_id, session_id) do nothing
    returning id, session_id
),
locked as materialized (
    select found.*
    from found
    union all
    select begun.id,
        offered.number,
        offered.product_id,
        offered.variant_id,
        offered.quantity,
        offered.line_id,
        offered.customer_id,
        offered.price,
        offered.most,
        true
    from begun
    join offered on offered.session_id = begun.session_id
),
-- A line that is there is seen as it is by now, and not as it was when the statement began.
added as (
    insert into cart_items as line (
        site_id, id, cart_id, product_id, variant_id, quantity, created_at, updated_at
    )
    select $1, locked.line_id, locked.cart_id, locked.product_id, locked.variant_id, locked.quantity, $9, $9
    from locked
    on conflict (site_id, cart_id, product_id, coalesce(variant_id, 0)) where design_id is null do update
    set quantity = line.quantity + excluded.quantity,
        updated_at = excluded.updated_at
    where line.quantity + excluded.quantity
        <= (select locked.most from locked where locked.cart_id = excluded.cart_id)
    returning line.id, line.cart_id, line.quantity, line.created_at
),
revised as (
    update carts cart
    set customer_id = coalesce(locked.customer_id, cart.customer_id),
        revision = cart.revision + 1,
        expires_at = $10,
        updated_at = $9
    from added
    join locked on locked.cart_id = added.cart_id
    where cart.site_id = $1
    and cart.id = added.cart_id
    and not locked.is_new
)
select locked.number,
    locked.is_new,
    added.id,
    added.cart_id,
    added.quantity,
    added.created_at,
    locked.price,
    array(
        select row(
            rule.variant_id, -- variant_id
            rule.min_quantity, -- min_quantity
            rule.max_quantity, -- max_quantity
            rule.price_type, -- price_type
            rule.amount
        )
        from bulk_pricing_rules rule
        where rule.site_id = $1
        and rule.product_id = locked.product_id
        and rule.min_quantity <= added.quantity
    ) as bulk_rules
from added
join locked on locked.cart_id = added.cart_id
