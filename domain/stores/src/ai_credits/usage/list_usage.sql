-- One row without a month if the store has never used AI.
select
    to_char(usage.month, 'YYYY-MM') as month,
    coalesce(usage.images, 0) as images,
    coalesce(usage.text_calls, 0) as text_calls,
    coalesce(usage.credits, 0) - held.credits as credits,
    held.credits as reserved,
    store.ai_credits_per_month as limit
from stores store
left join ai_usage usage on usage.site_id = $1
cross join lateral (
    select coalesce(sum(reservation.credits), 0)::bigint as credits
    from ai_reservations reservation
    where reservation.site_id = $1
    and reservation.month = usage.month
) held
where store.site_id = $1
order by usage.month desc
