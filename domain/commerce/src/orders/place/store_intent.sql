-- Stores the intent of an order. This also happens if the order was cancelled or expired in the meantime, so that a
-- payment of the intent is recognized.
--
-- If an `Idempotency-Key` was claimed ($6 operation, $7 key, $8 end of the lease), also stores the answer $9 under the
-- key, unless the order was cancelled or expired.
--
-- The key is locked before the order. A request that takes over the key and then replaces the order locks the two in
-- the same sequence.
with claimed as materialized (
    select claim.key
    from idempotency_keys claim
    where claim.site_id = $1
    and claim.operation = $6::text
    and claim.key = coalesce($7::text, '')
    and claim.claimed_until = coalesce($8::timestamptz, 'epoch')
    for update
),
begun as (
    update orders placed
    set payment_intent_id = $3,
        client_secret = $4,
        updated_at = $5
    where placed.site_id = $1
    and placed.id = $2
    and (select count(*) from claimed) >= 0
    returning placed.status in ('cancelled', 'expired') as is_given_up
),
answered as (
    update idempotency_keys claim
    set answer = $9
    from begun
    where claim.site_id = $1
    and claim.operation = coalesce($6::text, '')
    and claim.key = coalesce($7::text, '')
    and claim.claimed_until = coalesce($8::timestamptz, 'epoch')
    and not begun.is_given_up
)
select begun.is_given_up
from begun
