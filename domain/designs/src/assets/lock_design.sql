-- Locks the design $2 if the customer $3 or the session $4 owns it. The lock keeps the row of a legacy design from being
-- deleted.
select
from designs design
where design.site_id = $1
and design.id = $2
and design.deleted_at is null
and (design.customer_id = $3 or design.session_sha256 = $4)
for key share
