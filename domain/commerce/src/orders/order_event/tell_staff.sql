insert into inbox_events (site_id, kind, data, occurred_at)
select $1, $3, jsonb_build_object('orderId', placed.id, 'orderNumber', placed.number), $4
from orders placed
where placed.site_id = $1
and placed.id = $2
