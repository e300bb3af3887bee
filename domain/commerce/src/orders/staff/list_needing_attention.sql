-- $1 is the site, or null for all sites. A refund counts as failed if it is unpaid and was requested at $2 or earlier.
with needing as materialized (
    select refund.site_id, refund.order_id, 'a refund has failed for a day' as why
    from order_refunds refund
    where (refund.site_id = $1 or $1::bigint is null)
    and refund.done_at is null
    and refund.asked_at <= $2
    union
    select placed.site_id, placed.id, 'a refund failed at the provider'
    from orders placed
    where (placed.site_id = $1 or $1::bigint is null)
    and placed.refund_failed_at is not null
    union
    select placed.site_id, placed.id, 'the payment is disputed'
    from orders placed
    where (placed.site_id = $1 or $1::bigint is null)
    and placed.payment_status = 'disputed'
    union
    select placed.site_id, placed.id, 'another account may still be paid'
    from orders placed
    where (placed.site_id = $1 or $1::bigint is null)
    and placed.payment_intent_id is not null
    and not placed.intent_settled
    and placed.payment_status in ('unpaid', 'processing', 'failed')
    and placed.unknown_to_account is not null
)
select placed.site_id::text, placed.number, placed.status, placed.payment_status, placed.customer_name,
    placed.total::text, placed.currency, to_char(placed.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'),
    needing.why
from needing
join orders placed on placed.site_id = needing.site_id and placed.id = needing.order_id
order by placed.created_at desc, placed.site_id, placed.id desc, needing.why
limit 500
