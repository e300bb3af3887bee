-- A mail about a customer's message goes to the store itself. A store without an e-mail address gets no such mail.
insert into mails (site_id, kind, sealed, created_at, due_at)
select $1, $2, $3, $4, $4
from stores store
where store.site_id = $1
and ($2 <> 'support_message' or store.email is not null)
