select
    issued.id,
    issued.name,
    issued.roles,
    issued.created_at,
    issued.expires_at,
    issued.last_used_at,
    case when issued.created_by_id is not null
        then json_build_object('id', issued.created_by_id, 'name', issued.created_by_name)
    end as created_by
from server_keys issued
where issued.for_site = $1
and (issued.created_at, issued.id) < ($2, $3)
order by issued.created_at desc, issued.id desc
limit $4
