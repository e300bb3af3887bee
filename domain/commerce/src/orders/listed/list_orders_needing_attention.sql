-- Lists a site's orders that staff must look after, of which there are few. A refund counts as failed if it is unpaid and
-- was requested at $9 or earlier. In all else, like list_orders.sql and search_orders.sql.
with parameters as (
    select $1::bigint, $2::timestamptz, $3::timestamptz, $4::bigint, $5::bigint, $6::text, $7::text, $8::text,
        $9::timestamptz
),
needing as materialized (
    select refund.order_id
    from order_refunds refund
    where refund.site_id = $1
    and refund.done_at is null
    and refund.asked_at <= $9
    union
    select placed.id
    from orders placed
    where placed.site_id = $1
    and placed.refund_failed_at is not null
    union
    select placed.id
    from orders placed
    where placed.site_id = $1
    and placed.payment_status = 'disputed'
    union
    select placed.id
    from orders placed
    where placed.site_id = $1
    and placed.payment_intent_id is not null
    and not placed.intent_settled
    and placed.payment_status in ('unpaid', 'processing', 'failed')
    and placed.unknown_to_account is not null
)
select placed.id
from needing
join orders placed on placed.site_id = $1 and placed.id = needing.order_id
where placed.created_at >= $2
and (placed.created_at, placed.id) < ($3, $4)
--[status] and placed.status = $6
--[payment_status] and placed.payment_status = $7
--[search] and (
--[search]     lower(placed.number collate "und-x-icu") = lower($8 collate "und-x-icu")
--[search]     or starts_with(lower(placed.customer_email collate "und-x-icu"), lower($8 collate "und-x-icu"))
--[search]     or starts_with(
--[search]         upper(lower(placed.customer_name collate "und-x-icu")),
--[search]         upper(lower($8 collate "und-x-icu"))
--[search]     )
--[search] )
order by placed.created_at desc, placed.id desc
limit $5
