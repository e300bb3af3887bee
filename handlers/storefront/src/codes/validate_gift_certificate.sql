select certificate.code,
    certificate.remaining_amount,
--[certificate_status.sql]
    as status
from gift_certificates certificate
where certificate.site_id = $1
and lower(certificate.code collate "und-x-icu") = lower($2::text collate "und-x-icu")
