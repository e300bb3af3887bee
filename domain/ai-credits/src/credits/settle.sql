with ended as (
    delete from ai_reservations reservation
    where reservation.site_id = $1
    and reservation.id = $2
    returning reservation.credits
)
update ai_usage usage
set credits = usage.credits + $4 - coalesce((select ended.credits from ended), 0),
    images = usage.images + $5,
    text_calls = usage.text_calls + $6
where usage.site_id = $1
and usage.month = date_trunc('month', $3::timestamptz at time zone 'utc')::date
