-- Counts $3 credits against the month, unless it would then have more than $4. Each call locks the month's row, so each
-- sees the credits of the calls before it.
with counted as (
    insert into ai_usage as usage (site_id, month, credits)
    values ($1, date_trunc('month', $2::timestamptz at time zone 'utc')::date, $3)
    on conflict (site_id, month) do update
    set credits = usage.credits + excluded.credits
    where usage.credits + excluded.credits <= $4
    returning usage.month
)
insert into ai_reservations as reservation (site_id, month, credits, created_at)
select $1, counted.month, $3, $2
from counted
returning reservation.id
