-- Returns the credits released in each month.
with ended as (
    delete from ai_reservations reservation
    where reservation.site_id = $1
    and reservation.created_at <= $2
    returning reservation.month, reservation.credits
),
of_month as (
    select ended.month, sum(ended.credits)::bigint as credits
    from ended
    group by ended.month
)
update ai_usage usage
set credits = usage.credits - of_month.credits
from of_month
where usage.site_id = $1
and usage.month = of_month.month
returning of_month.credits
