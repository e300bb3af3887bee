-- Locks the gift certificate $3 and that of the order $2.
select
from gift_certificates certificate
where certificate.site_id = $1
and lower(certificate.code collate "und-x-icu") in (
    lower($3::text collate "und-x-icu"),
    (
        select lower(placed.gift_certificate_code collate "und-x-icu")
        from orders placed
        where placed.site_id = $1
        and placed.id = $2
    )
)
order by certificate.id
for no key update
