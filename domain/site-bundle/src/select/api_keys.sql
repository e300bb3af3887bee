-- Revoked keys are left out, because an import into another database would make them valid again.
select row_to_json(item)::text
from (
    select key.name, encode(key.secret_sha256, 'hex') as "secretSha256",
        to_char(key.expires_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "expiresAt",
        key.rate_per_minute as "ratePerMinute"
    from api_keys key
    where key.site_id = $1
    and key.revoked_at is null
    order by key.id
) item
