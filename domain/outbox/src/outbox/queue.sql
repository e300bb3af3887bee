-- Mails about customers' messages go to the store, so a store without an address gets none.
insert into mails (site_id, kind, sealed, created_at, due_at)
select $1, $2, $3, $4, $4
from stores store
where store.site_id = $1
and ($2 <> 'support_message' or store.email is not null)
