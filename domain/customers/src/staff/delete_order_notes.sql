-- Staff's notes may contain what the customer has told them.
delete from order_notes note
using customer_orders theirs
where note.site_id = $1
and note.order_id = theirs.id
and theirs.site_id = $1
and theirs.customer_id = $2
