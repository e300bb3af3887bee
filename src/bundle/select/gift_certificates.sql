select row_to_json(item)::text
from (
    select g.code, g.initial_amount as "initialAmount", g.remaining_amount as "remainingAmount",
        to_char(g.expires_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "expiresAt", g.disabled
    from gift_certificates g
    where g.site_id = $1
    order by g.id
) item
