-- Returns the site with the caller's roles $2 and the figures since $3, the beginning of the day. The figures of orders
-- and stock are null without $4 and for a site without a store, and that of conversations is null without $5. Stock of $6
-- pieces or fewer is low.
select site.id, site.name, site.domain,
    array(select distinct role from unnest($2::text[]) role order by role) as roles,
    site.requires_totp,
    json_build_object(
        'paidOrders', paid.orders,
        'paidTotal', paid.total,
        'currency', store.currency,
        'openConversations', conversations.open,
        'lowStock', stock.low
    ) as today
from sites site
left join stores store on store.site_id = $1 and $4::boolean
left join lateral (
    select count(*) as orders, coalesce(sum(placed.total), 0)::bigint as total
    from orders placed
    where placed.site_id = $1
    and placed.paid_at >= $3
    and placed.paid_at > '-infinity'
) paid on store.site_id is not null
left join lateral (
    select count(*) as low
    from (
        (
            select true
            from products product
            where product.site_id = $1
            and product.status = 'active'
            and product.track_inventory
            and product.quantity >= 0
            and product.quantity <= $6
            limit 1000
        )
        union all
        (
            select true
            from product_variants variant
            join products product on product.site_id = $1 and product.id = variant.product_id
            where variant.site_id = $1
            and variant.active
            and variant.quantity >= 0
            and variant.quantity <= $6
            and product.status = 'active'
            and product.track_inventory
            limit 1000
        )
        limit 1000
    ) counted
) stock on store.site_id is not null
left join lateral (
    select count(*) as open
    from (
        select true
        from chat_conversations conversation
        where conversation.site_id = $1
        and conversation.status <> 'closed'
        limit 1000
    ) counted
) conversations on $5::boolean
where site.id = $1
