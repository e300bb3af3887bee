insert into store_secrets (site_id, name, sealed)
select store.site_id, $2, $3
from stores store
where store.site_id = $1
on conflict (site_id, name) do update
set sealed = excluded.sealed
