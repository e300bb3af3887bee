-- Lists a site's orders whose number is $9, or whose purchaser's e-mail address or name begins with $9, ignoring case. In
-- all else, like list_orders.sql.
--
-- If so many orders match that the first 2,000 of the list contain a page of them, those are the page. Otherwise, the
-- indexes of addresses and names find all matches, which are then few enough to be sorted. No character is greater than
-- 1114111.
with parameters as (
    select $1::bigint, $2::timestamptz, $3::timestamptz, $4::timestamptz, $5::bigint, $6::bigint, $7::text, $8::text,
        $9::text
),
listed as not materialized (
    select placed.id, placed.created_at, placed.number, placed.customer_email, placed.customer_name
    from orders placed
    where placed.site_id = $1
    and placed.created_at >= $3
    and (placed.created_at, placed.id) < ($4, $5)
--[status] and placed.status = $7
--[payment_status] and placed.payment_status = $8
),
first as materialized (
    select listed.id, listed.created_at,
        lower(listed.number collate "und-x-icu") = lower($9 collate "und-x-icu")
        or starts_with(lower(listed.customer_email collate "und-x-icu"), lower($9 collate "und-x-icu"))
        or starts_with(lower(listed.customer_name collate "und-x-icu"), lower($9 collate "und-x-icu")) as is_match
    from listed
    order by listed.created_at desc, listed.id desc
    limit 2000
),
others as materialized (
    select count(*) = 2000 and count(*) filter (where first.is_match) < 101 as are_needed
    from first
),
matching as (
    select first.id, first.created_at
    from first
    where first.is_match
    union
    select listed.id, listed.created_at
    from listed
    where (select others.are_needed from others)
    and lower(listed.number collate "und-x-icu") = lower($9 collate "und-x-icu")
    union
    (
        select listed.id, listed.created_at
        from listed
        where (select others.are_needed from others)
        and lower(listed.customer_email collate "und-x-icu") collate "C" >= lower($9 collate "und-x-icu") collate "C"
        and lower(listed.customer_email collate "und-x-icu") collate "C"
            < (lower($9 collate "und-x-icu") || chr(1114111)) collate "C"
        order by listed.created_at desc, listed.id desc
        limit 101
    )
    union
    (
        select listed.id, listed.created_at
        from listed
        where (select others.are_needed from others)
        and lower(listed.customer_name collate "und-x-icu") collate "C" >= lower($9 collate "und-x-icu") collate "C"
        and lower(listed.customer_name collate "und-x-icu") collate "C"
            < (lower($9 collate "und-x-icu") || chr(1114111)) collate "C"
        order by listed.created_at desc, listed.id desc
        limit 101
    )
),
page as (
    select matching.id
    from matching
    order by matching.created_at desc, matching.id desc
    limit 101
)
select
    placed.id,
    placed.number,
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
                ) > 0 then 'refund_failed'
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
    placed.refunded_total,
    placed.currency,
    placed.created_at
from page
join orders placed on placed.site_id = $1 and placed.id = page.id
order by placed.created_at desc, placed.id desc
limit $6
