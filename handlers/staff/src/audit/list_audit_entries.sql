with parameters as (
    select $1::bigint, $2::bigint, $3::timestamptz, $4::bigint, $5::timestamptz, $6::text, $7::bigint, $8::text, $9::text,
        $10::text
)
select
    entry.id,
    json_build_object('kind', entry.actor_kind, 'id', nullif(entry.actor_id, 0), 'name', entry.actor_name) as actor,
    entry.operation,
    json_build_object('kind', entry.target_kind, 'id', entry.target_id) as target,
    entry.request_id,
    entry.fields,
    entry.at as created_at
from audit_entries entry
where entry.site_id = $1
and (entry.at, entry.id) < ($3, $4)
and entry.at >= $5
--[actor] and entry.actor_kind = $6
--[actor] and entry.actor_id = $7
--[target] and entry.target_kind = $8
--[target] and entry.target_id = $9
--[operation] and entry.operation = $10
order by entry.at desc, entry.id desc
limit $2
