-- Locks the order's gift certificate, and returns whether the certificate still covers the order's amount. Returns no
-- row if the order has no certificate, or if the certificate no longer exists.
select certificate.remaining_amount >= placed.gift_certificate_total and not certificate.disabled as is_left
from gift_certificates certificate
join orders placed on placed.site_id = $1 and placed.id = $2
where certificate.site_id = $1
and lower(certificate.code collate "und-x-icu") = lower(placed.gift_certificate_code collate "und-x-icu")
for no key update of certificate
