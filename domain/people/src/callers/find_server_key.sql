-- Returns the server key with the secret $2, unless it expired before $3, with its roles for the site $1, if that is one
-- of the key's sites and active. If the key was last used at $4 or earlier, `is_last_used_stale` tells the caller to update
-- the time of the last use.
with caller as materialized (
    select issued.id, issued.for_site || issued.for_further_sites as site_ids, issued.name, issued.roles, issued.last_used_at
    from server_keys issued
    where issued.secret_sha256 = $2
    and issued.expires_at > $3
)
select
    caller.id,
    caller.name,
    coalesce(caller.last_used_at <= $4, true) as is_last_used_stale,
    caller.site_ids,
    case when $1 = any (caller.site_ids) and exists (select true from sites site where site.id = $1 and site.active)
        then caller.roles
        else '{}'
    end as roles
from caller
