update gift_certificates certificate
set disabled = $3
where certificate.site_id = $1
and certificate.id = $2
and certificate.disabled <> $3
