-- Returns at most $4 keys of the site $1 after the position $2, $3: those that have it as their first site, by time, and
-- those that have it as a further site.
with found as (
    (
        select issued.*
        from server_keys issued
        where issued.for_site = $1
        and (issued.created_at, issued.id) < ($2, $3)
        order by issued.created_at desc, issued.id desc
        limit $4
    )
    union all
    (
        select other.*
        from server_keys other
        where other.for_further_sites @> array[$1::bigint]
        and (other.created_at, other.id) < ($2, $3)
        order by other.created_at desc, other.id desc
        limit $4
    )
)
select
    found.id,
    found.name,
    found.roles,
    array(select site_id from unnest(found.for_site || found.for_further_sites) site_id order by site_id) as site_ids,
    found.created_at,
    found.expires_at,
    found.last_used_at,
    json_build_object(
        'kind', case
            when found.created_by_id is not null then 'person'
            when found.created_by_key_id is not null then 'server_key'
            else 'command_line'
        end,
        'id', coalesce(found.created_by_id, found.created_by_key_id),
        'name', coalesce(found.created_by_name, 'the command line')
    ) as created_by
from found
order by found.created_at desc, found.id desc
limit $4
