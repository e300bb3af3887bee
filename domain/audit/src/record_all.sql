-- Records changes of several rows of one kind. $8 are the rows' ids, and $10 the fields of each, separated by commas.
insert into audit_entries (
    site_id, at, actor_kind, actor_id, actor_name, operation, target_kind, target_id, request_id, fields
)
select $1, $2, $3, $4, $5, $6, $7, target.id, $9, string_to_array(target.fields, ',')
from unnest($8::text[], $10::text[]) as target (id, fields)
