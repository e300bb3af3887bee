-- Whether the caller has the design; then it is hidden, and a legacy one removed.
with parameters as (
    select $5::timestamptz
),
--[found.sql]
, gone as (
--[!legacy] update designs design
--[!legacy] set deleted_at = $5
--[legacy] delete from designs design
--[legacy] using found
--[!legacy] from found
    where design.site_id = $1
    and design.id = found.id
    and found.is_owned
    and design.deleted_at is null
    and (design.customer_id = $3::bigint or design.session_sha256 = $4::bytea)
    returning design.id
)
select found.is_owned, exists (select from gone)
from found
