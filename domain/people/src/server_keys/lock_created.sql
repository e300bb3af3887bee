-- Returns and locks the keys that the person $1 or the key $2 created.
select issued.id, issued.name, issued.for_site || issued.for_further_sites as site_ids
from server_keys issued
where (issued.created_by_id = $1 or issued.created_by_key_id = $2)
order by issued.id
for update
