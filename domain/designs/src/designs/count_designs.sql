-- Counts the designs of the customer $2 and of the session $3.
select count(*)
from (
    select design.id
    from designs design
    where design.site_id = $1
    and design.customer_id = $2::bigint
    and design.deleted_at is null
    union all
    select design.id
    from designs design
    where design.site_id = $1
    and design.session_sha256 = $3::bytea
    and design.deleted_at is null
) owned
