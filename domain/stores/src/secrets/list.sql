select known.name, secret.name is not null as is_set
from stores store
cross join unnest($2::text[]) with ordinality as known (name, position)
left join store_secrets secret on secret.site_id = $1 and secret.name = known.name
where store.site_id = $1
order by known.position
