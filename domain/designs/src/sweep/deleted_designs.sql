-- Some designs that were deleted at $2 or before, and are in no cart and no order.
delete from designs design
where design.site_id = $1
and design.id = any (array(
    select old.id
    from designs old
    where old.site_id = $1
    and old.deleted_at <= $2
    and not exists (
        select
        from order_items item
        where item.site_id = $1
        and item.design_id = old.uuid
    )
    and not exists (
        select
        from cart_items line
        where line.site_id = $1
        and line.design_id = old.uuid
    )
    limit 1000
))
