with taken as (
    update gift_certificates certificate
    set remaining_amount = certificate.remaining_amount - o.gift_certificate_total
    from orders o
    where o.site_id = $1
    and o.id = $2
    and o.gift_certificate_total > 0
    and certificate.site_id = $1
    and lower(certificate.code collate "und-x-icu") = lower(o.gift_certificate_code collate "und-x-icu")
    returning certificate.id, o.gift_certificate_total as amount
)
insert into gift_certificate_movements (site_id, certificate_id, order_id, amount, reason, occurred_at)
select $1, taken.id, $2, -taken.amount, 'hold', $3
from taken
