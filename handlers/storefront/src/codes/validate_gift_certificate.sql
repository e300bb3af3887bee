-- What keeps a certificate from being used for good comes first.
select c.code,
    c.remaining_amount,
    case
        when c.disabled then 'disabled'
        when c.expires_at <= $3 then 'expired'
        when c.remaining_amount = 0 then 'depleted'
        else 'active'
    end as status
from gift_certificates c
where c.site_id = $1
and lower(c.code collate "und-x-icu") = lower($2::text collate "und-x-icu")
