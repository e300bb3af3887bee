select to_char(change.occurred_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), change.from_status,
    change.to_status, change.note
from order_status_changes change
where change.site_id = $1
and change.order_id = $2
order by change.id
