select c.id
from carts c
where c.site_id = $1
and c.session_id = $2
for update
