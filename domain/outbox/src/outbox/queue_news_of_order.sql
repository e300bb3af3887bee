insert into mails (site_id, kind, order_id, created_at, due_at)
select $1, $2, $3, $4, $4
from stores store
where store.site_id = $1
on conflict (site_id, order_id, kind) where order_id is not null do nothing
