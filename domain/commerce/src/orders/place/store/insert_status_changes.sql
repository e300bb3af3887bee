-- Begins the history of the order with the number $2. An order without anything to pay is paid at once.
insert into order_status_changes (site_id, order_id, from_status, to_status, note, occurred_at)
select $1, placed.id, change.from_status, change.to_status, change.note, placed.created_at
from orders placed,
    (
        values (1, null, 'pending', null), (2, 'pending', 'paid', 'Nothing was left to pay')
    ) as change (position, from_status, to_status, note)
where placed.site_id = $1
and placed.number = $2
and change.to_status in ('pending', placed.status)
order by change.position
