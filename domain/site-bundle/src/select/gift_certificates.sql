select row_to_json(item)::text
from (
    select
--[with_ids] certificate.id,
        certificate.code, certificate.initial_amount as "initialAmount",
        certificate.remaining_amount as "remainingAmount",
        to_char(certificate.expires_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "expiresAt",
        certificate.disabled
    from gift_certificates certificate
    where certificate.site_id = $1
--[some] and certificate.id = any($2)
    order by certificate.id
) item
