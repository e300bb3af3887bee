with ended as (
    delete from ai_reservations reservation
    where reservation.site_id = $1
    and reservation.id = $2
    returning reservation.month, reservation.credits
)
update ai_usage usage
set credits = usage.credits - ended.credits + $3,
    images = usage.images + $4,
    text_calls = usage.text_calls + $5
from ended
where usage.site_id = $1
and usage.month = ended.month
