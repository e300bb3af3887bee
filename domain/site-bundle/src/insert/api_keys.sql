-- A conflict is with a revoked key, because a replacement deletes all other keys first. The key stays revoked.
insert into api_keys (site_id, name, secret_sha256, expires_at, rate_per_minute, created_at)
select $1, coalesce(item.name, ''), decode(item."secretSha256", 'hex'), item."expiresAt",
    coalesce(item."ratePerMinute", 300), $3
from rows from (
    jsonb_to_recordset($2) as (
        name text, "secretSha256" text, "expiresAt" timestamptz, "ratePerMinute" bigint
    )
) with ordinality as item(name, "secretSha256", "expiresAt", "ratePerMinute", place)
order by item.place
on conflict on constraint api_keys_secret_taken do nothing
