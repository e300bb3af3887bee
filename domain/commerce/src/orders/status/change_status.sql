-- Changes the status from $3 to $4, and adds the change to the history with the note $5 and the time $6.
with changed as (
    update orders placed
    set status = $4,
        updated_at = $6,
        paid_at = case when $4 = 'paid' then coalesce(placed.paid_at, $6) else placed.paid_at end,
        shipped_at = case when $4 = 'shipped' then coalesce(placed.shipped_at, $6) else placed.shipped_at end
    where placed.site_id = $1
    and placed.id = $2
    returning placed.id
)
insert into order_status_changes (site_id, order_id, from_status, to_status, note, occurred_at)
select $1, changed.id, $3, $4, $5, $6
from changed
