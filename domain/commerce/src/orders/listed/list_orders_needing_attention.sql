-- Lists a site's orders that staff must look after, of which there are few. In all else, like list_orders.sql and
-- search_orders.sql.
with parameters as (
    select $1::bigint, $2::timestamptz, $3::timestamptz, $4::timestamptz, $5::bigint, $6::bigint, $7::text, $8::text, $9::text
),
needing as materialized (
    select refund.order_id
    from order_refunds refund
    where refund.site_id = $1
    and refund.done_at is null
    and refund.asked_at <= $2
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
select
    placed.id,
    placed.number as order_number,
    placed.status,
    placed.payment_status,
    array_remove(
        array[
            case
                when (
                    select count(*)
                    from order_refunds refund
                    where refund.site_id = $1
                    and refund.order_id = placed.id
                    and refund.done_at is null
                    and refund.asked_at <= $2
                ) > 0 or placed.refund_failed_at is not null then 'refund_failed'
            end,
            case when placed.payment_status = 'disputed' then 'payment_disputed' end,
            case
                when placed.payment_intent_id is not null
                and not placed.intent_settled
                and placed.payment_status in ('unpaid', 'processing', 'failed')
                and placed.unknown_to_account is not null then 'payment_of_another_account'
            end
        ],
        null
    ) as attention,
    placed.customer_name,
    placed.customer_email,
    placed.total,
    placed.refunded_total + placed.gift_refunded_total as refunded_total,
    placed.currency,
    placed.created_at
from needing
join orders placed on placed.site_id = $1 and placed.id = needing.order_id
where placed.created_at >= $3
and (placed.created_at, placed.id) < ($4, $5)
--[status] and placed.status = $7
--[payment_status] and placed.payment_status = $8
--[search] and (
--[search]     lower(placed.number collate "und-x-icu") = lower($9 collate "und-x-icu")
--[search]     or starts_with(lower(placed.customer_email collate "und-x-icu"), lower($9 collate "und-x-icu"))
--[search]     or starts_with(
--[search]         upper(lower(placed.customer_name collate "und-x-icu")),
--[search]         upper(lower($9 collate "und-x-icu"))
--[search]     )
--[search] )
order by placed.created_at desc, placed.id desc
limit $6
