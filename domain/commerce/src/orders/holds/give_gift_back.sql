-- Gives $3 cents back to the order's gift certificate, at most what the order still holds of it. If $3 is null, gives back
-- all of that. The order's movements of the certificate add up to the negative of what it holds. A certificate that was
-- deleted and imported again has no movements for the order, so it gets nothing back. If the reason $4 is `refund`, the
-- amount counts as refunded.
with held as materialized (
    select movement.certificate_id, least(-sum(movement.amount)::bigint, $3::bigint) as amount
    from gift_certificate_movements movement
    where movement.site_id = $1
    and movement.order_id = $2
    group by movement.certificate_id
    having sum(movement.amount) < 0
),
given_back as (
    update gift_certificates certificate
    set remaining_amount = certificate.remaining_amount + held.amount
    from held
    where certificate.site_id = $1
    and certificate.id = held.certificate_id
    returning certificate.id, held.amount
),
counted as (
    update orders placed
    set gift_refunded_total = placed.gift_refunded_total + given_back.amount,
        updated_at = $5
    from given_back
    where placed.site_id = $1
    and placed.id = $2
    and $4::text = 'refund'
)
insert into gift_certificate_movements (site_id, certificate_id, order_id, amount, reason, occurred_at)
select $1, given_back.id, $2, given_back.amount, $4, $5
from given_back
