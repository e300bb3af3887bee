-- A revoked key stays behind, for an import would make it valid again.
select row_to_json(item)::text
from (
    select k.name, encode(k.secret_sha256, 'hex') as "secretSha256",
        to_char(k.expires_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as "expiresAt",
        k.rate_per_minute as "ratePerMinute"
    from api_keys k
    where k.site_id = $1
    and k.revoked_at is null
    order by k.id
) item
