-- Records the amount that the order with the number $2 took from the gift certificate $3.
insert into gift_certificate_movements (site_id, certificate_id, order_id, amount, reason, occurred_at)
select $1, $3, placed.id, -placed.gift_certificate_total, 'hold', placed.created_at
from orders placed
where placed.site_id = $1
and placed.number = $2
