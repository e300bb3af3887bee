-- A key that the server key $10 creates expires with it at the latest. Without $10, `least` ignores the null.
insert into server_keys as issued (
    secret_sha256, for_site, for_further_sites, name, roles, created_at, expires_at, created_by_id, created_by_name,
    created_by_key_id
)
values (
    $1, $2, $3, $4, $5, $6, least($7, (select parent.expires_at from server_keys parent where parent.id = $10)), $8, $9, $10
)
returning
    issued.id,
    issued.name,
    issued.roles,
    array(select site_id from unnest(issued.for_site || issued.for_further_sites) site_id order by site_id) as site_ids,
    issued.created_at,
    issued.expires_at,
    issued.last_used_at,
    json_build_object(
        'kind', case
            when issued.created_by_id is not null then 'person'
            when issued.created_by_key_id is not null then 'server_key'
            else 'command_line'
        end,
        'id', coalesce(issued.created_by_id, issued.created_by_key_id),
        'name', coalesce(issued.created_by_name, 'the command line')
    ) as created_by
