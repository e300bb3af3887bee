-- Deletes up to 100 designs that their owners deleted at $2 or earlier, and that are in no cart and no order.
--
-- `offset 0` makes Postgres look up each design in carts and orders by an index. Without it, Postgres would read all
-- carts and orders.
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
        offset 0
    )
    and not exists (
        select
        from cart_items line
        where line.site_id = $1
        and line.design_id = old.uuid
        offset 0
    )
    limit 100
))
