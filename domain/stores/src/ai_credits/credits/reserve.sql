-- Counts $3 credits against the month, if the store has enough credits left. Each call locks the month's row, so each
-- sees the credits of the calls before it.
with counted as (
    insert into ai_usage as usage (site_id, month, credits)
    select $1, date_trunc('month', $2::timestamptz at time zone 'utc')::date, $3::bigint
    from stores store
    where store.site_id = $1
    and $3 <= coalesce(store.ai_credits_per_month, $3)
    on conflict (site_id, month) do update
    set credits = usage.credits + excluded.credits
    where usage.site_id = $1
    and usage.credits + excluded.credits <= coalesce(
        (
            select store.ai_credits_per_month
            from stores store
            where store.site_id = $1
        ),
        usage.credits + excluded.credits
    )
    returning usage.month
)
insert into ai_reservations as reservation (site_id, month, credits, created_at)
select $1, counted.month, $3, $2
from counted
returning reservation.id
