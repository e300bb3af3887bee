-- The newest gift certificates after the position ($2, $3), as of $5. With `code`, only the one with the code $6.
with parameters as (
    select $6::text
)
select
    certificate.id,
    certificate.code,
    certificate.initial_amount,
    certificate.remaining_amount,
    -- If several states apply, the most permanent one is returned.
    case
        when certificate.disabled then 'disabled'
        when certificate.expires_at <= $5 then 'expired'
        when certificate.remaining_amount = 0 then 'depleted'
        else 'active'
    end as status,
    certificate.expires_at,
    certificate.created_at
from gift_certificates certificate
where certificate.site_id = $1
and (certificate.created_at, certificate.id) < ($2, $3)
--[code] and lower(certificate.code collate "und-x-icu") = lower($6 collate "und-x-icu")
order by certificate.created_at desc, certificate.id desc
limit $4
