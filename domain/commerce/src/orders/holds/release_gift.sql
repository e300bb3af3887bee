-- Gives back the amount of a gift certificate that an unpaid order holds. The order's movements of the certificate add up to the negative of that amount. A certificate that was deleted and imported again
-- has no movements for the order, so it gets nothing back.
with held as materialized (
    select movement.certificate_id, -sum(movement.amount)::bigint as amount
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
)
insert into gift_certificate_movements (site_id, certificate_id, order_id, amount, reason, occurred_at)
select $1, given_back.id, $2, given_back.amount, 'release', $3
from given_back
