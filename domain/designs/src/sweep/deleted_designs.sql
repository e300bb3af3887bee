-- Returns and locks up to 100 designs that their owners deleted at $2 or earlier, and that are in no cart and no order.
--
-- `offset 0` makes Postgres look up each design in carts and orders by an index. Without it, Postgres would read all
-- carts and orders.
select old.id
from designs old
where old.site_id = $1
and old.deleted_at <= $2
and not exists (
    select
    from used_designs used
    where used.site_id = $1
    and used.design_uuid = old.uuid
    offset 0
)
limit 100
for update skip locked
