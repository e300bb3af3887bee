select certificate.code,
    certificate.remaining_amount,
    -- If several states apply, the most permanent one is returned.
    case
        when certificate.disabled then 'disabled'
        when certificate.expires_at <= $3 then 'expired'
        when certificate.remaining_amount = 0 then 'depleted'
        else 'active'
    end as status
from gift_certificates certificate
where certificate.site_id = $1
and lower(certificate.code collate "und-x-icu") = lower($2::text collate "und-x-icu")
