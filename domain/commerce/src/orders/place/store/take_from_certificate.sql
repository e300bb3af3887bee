-- Takes the amount $3 of the gift certificate $2 at the time $4, if the certificate covers it.
update gift_certificates certificate
set remaining_amount = certificate.remaining_amount - $3
where certificate.site_id = $1
and certificate.id = $2
and not certificate.disabled
and (certificate.expires_at > $4) is not false
and certificate.remaining_amount > 0
and certificate.remaining_amount >= $3
