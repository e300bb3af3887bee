select distinct reservation.site_id
from ai_reservations reservation
where reservation.created_at <= $1
order by reservation.site_id
