with taken as (
    update gift_certificates certificate
    set remaining_amount = certificate.remaining_amount - placed.gift_certificate_total
    from orders placed
    where placed.site_id = $1
    and placed.id = $2
    and placed.gift_certificate_total > 0
    and certificate.site_id = $1
    and lower(certificate.code collate "und-x-icu") = lower(placed.gift_certificate_code collate "und-x-icu")
    returning certificate.id, placed.gift_certificate_total as amount
)
insert into gift_certificate_movements (site_id, certificate_id, order_id, amount, reason, occurred_at)
select $1, taken.id, $2, -taken.amount, 'hold', $3
from taken
