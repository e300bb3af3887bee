-- Why the line cannot be added, or the line at its list price with its product's bulk rules.
--
-- Everything is decided by what the statement sees as it begins. Until it has the lock of the cart's row, others
-- may have changed the cart: then its revision is not the next one, nothing is done, and neither comes back.
with item as (
    select p.id,
        v.id as variant_id,
        coalesce(v.price, p.price) as price,
        case when p.track_inventory then coalesce(v.quantity, p.quantity) end as stock,
        exists (
            select
            from product_variants a
            where a.site_id = $1
            and a.product_id = p.id
            and a.active
        ) as has_variants
    from products p
    left join product_variants v on v.site_id = $1 and v.product_id = p.id and v.id = $4::bigint and v.active
    where p.site_id = $1
    and p.id = $3
    and p.status = 'active'
),
seen as (
    select c.id, c.revision, c.expires_at > $9 as is_alive
    from carts c
    where c.site_id = $1
    and c.session_id = $2
),
present as (
    select i.id, i.quantity, i.product_id, i.variant_id, i.design_id
    from cart_items i
    where i.site_id = $1
    and i.cart_id = (select s.id from seen s where s.is_alive)
),
line as (
    select i.id, i.quantity
    from present i
    where i.product_id = $3
    and coalesce(i.variant_id, 0) = coalesce($4::bigint, 0)
    and i.design_id is null
    and $5::text is null
),
wanted as (
    select coalesce((select l.quantity from line l), 0) + $6::bigint as quantity
),
verdict as (
    select item.price,
        case
            when item.id is null then 'product_not_found'
            when $4::bigint is null and item.has_variants then 'variant_required'
            when $4::bigint is not null and item.variant_id is null then 'variant_not_found'
            when w.quantity > 999 then 'too_many'
            when w.quantity > item.stock then 'insufficient_stock'
            when not exists (select from line) and (select count(*) from present) >= 200 then 'cart_is_full'
            -- The largest amount of all, see pricing.
            when item.price > 9007199254740991 / w.quantity then 'too_dear'
        end as refusal
    from wanted w
    left join item on true
),
cart as (
    insert into carts as c (site_id, session_id, customer_id, revision, expires_at, created_at, updated_at)
    select $1, $2, $8::bigint, coalesce((select s.revision from seen s), 0) + 1, $10, $9, $9
    from verdict
    where verdict.refusal is null
    on conflict (site_id, session_id) do update
    set customer_id = coalesce(excluded.customer_id, c.customer_id),
        revision = excluded.revision,
        expires_at = excluded.expires_at,
        updated_at = excluded.updated_at
    where c.revision = excluded.revision - 1
    returning c.id
),
expired as (
    delete from cart_items i
    where i.site_id = $1
    and i.cart_id = (select c.id from cart c, seen s where not s.is_alive)
    returning i.id
),
grown as (
    update cart_items i
    set quantity = i.quantity + $6::bigint,
        updated_at = $9
    from cart c
    where i.site_id = $1
    and i.id = (select l.id from line l)
    and i.cart_id = c.id
    returning i.id, i.cart_id, i.quantity, i.created_at, i.updated_at
),
added as (
    insert into cart_items (
        site_id, id, cart_id, product_id, variant_id, design_id, quantity, created_at, updated_at
    )
    select $1, $7, c.id, $3, $4::bigint, $5::text::uuid, $6::bigint, $9, $9
    from cart c
    where not exists (select from line)
    -- Lines that have expired go before, because one of them may be of the same product.
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
    )) as bulk_rules
from verdict
left join (
    select grown.id, grown.cart_id, grown.quantity, grown.created_at, grown.updated_at
    from grown
    union all
    select added.id, added.cart_id, added.quantity, added.created_at, added.updated_at
    from added
) stored on true
