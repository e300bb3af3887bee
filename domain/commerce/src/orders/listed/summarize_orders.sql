-- Returns the orders $2, newest first. A refund counts as failed if it is unpaid and was requested at $3 or earlier, or
-- if the provider reports that it failed.
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
                    and refund.asked_at <= $3
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
from orders placed
where placed.site_id = $1
and placed.id = any ($2)
order by placed.created_at desc, placed.id desc
