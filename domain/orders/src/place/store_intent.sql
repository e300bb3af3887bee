-- Also for an order that was given up meanwhile, so that its payment is known. For any other the answer $9 is stored
-- with it, where an `Idempotency-Key` was claimed: the operation $6, the key $7 and the lease's time $8.
with begun as (
    update orders o
    set payment_intent_id = $3,
        client_secret = $4,
        updated_at = $5
    where o.site_id = $1
    and o.id = $2
    returning o.status in ('cancelled', 'expired') as is_given_up
),
answered as (
    update idempotency_keys k
    set answer = $9
    from begun
    where k.site_id = $1
    and k.operation = $6
    and k.key = $7
    and k.claimed_until = $8
    and not begun.is_given_up
)
select begun.is_given_up
from begun
