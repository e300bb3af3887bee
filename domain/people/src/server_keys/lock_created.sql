-- Returns and locks the keys that the person $1 or one of the keys $2 created for one of the sites $3, or for any site if
-- $3 is null.
select issued.id, issued.name, issued.for_site || issued.for_further_sites
from server_keys issued
where (issued.created_by_id = $1 or issued.created_by_key_id = any ($2::bigint[]))
and ($3::bigint[] is null or (issued.for_site || issued.for_further_sites) && $3)
order by issued.id
for update
