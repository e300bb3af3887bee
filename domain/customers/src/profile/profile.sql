-- The profile of `found`, who is the customer $2 of site $1, with sums over `theirs`.
select
    found.id,
    found.email,
    found.first_name,
    found.last_name,
    found.phone,
    found.default_shipping_address,
    found.default_billing_address,
    found.address_book,
    (
        select count(*)
        from theirs
        where theirs.status not in ('cancelled', 'expired')
    ) as order_count,
    (
        select coalesce(sum(theirs.total - theirs.refunded_total), 0)::bigint
        from theirs
        where theirs.paid_at is not null
    ) as total_spent,
    found.created_at
from found
