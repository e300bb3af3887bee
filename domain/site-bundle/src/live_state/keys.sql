-- The number of API keys that are valid at $3 and whose digests are not in the file ($2), and up to three examples.
with unknown as materialized (
    select concat_ws(' ', key.id, nullif(key.name, '')) as example, key.id
    from api_keys key
    where key.site_id = $1
    and key.revoked_at is null
    and (key.expires_at is null or key.expires_at > $3)
    and not exists (
        select
        from unnest($2::text[]) as known (secret_sha256)
        where decode(known.secret_sha256, 'hex') = key.secret_sha256
    )
)
select count(*), coalesce((array_agg(unknown.example order by unknown.id))[1:3], '{}')
from unknown
