-- Lists a site's orders that were placed at $3 or later, newest first. The list begins after the order $5, which was
-- placed at $4. A refund counts as failed if it is unpaid and was requested at $2 or earlier,
-- or if the provider reports that it failed.
with parameters as (
    select $1::bigint, $2::timestamptz, $3::timestamptz, $4::timestamptz, $5::bigint, $6::bigint, $7::text, $8::text
),
page as (
    select placed.id
    from orders placed
    where placed.site_id = $1
    and placed.created_at >= $3
    and (placed.created_at, placed.id) < ($4, $5)
--[status] and placed.status = $7
--[payment_status] and placed.payment_status = $8
    order by placed.created_at desc, placed.id desc
    -- A page has at most 100 items, and one more shows whether there is a next page. The limit is a literal and not a
    -- parameter, because the query plan depends on the limit.
    limit 101
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
from page
join orders placed on placed.site_id = $1 and placed.id = page.id
order by placed.created_at desc, placed.id desc
limit $6
