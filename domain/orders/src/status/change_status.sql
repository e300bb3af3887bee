-- $3 becomes $4 at $6; the note $5 is for the history.
with changed as (
    update orders o
    set status = $4,
        updated_at = $6,
        paid_at = case when $4 = 'paid' then coalesce(o.paid_at, $6) else o.paid_at end,
        shipped_at = case when $4 = 'shipped' then coalesce(o.shipped_at, $6) else o.shipped_at end
    where o.site_id = $1
    and o.id = $2
    returning o.id
)
insert into order_status_changes (site_id, order_id, from_status, to_status, note, occurred_at)
select $1, changed.id, $3, $4, $5, $6
from changed
