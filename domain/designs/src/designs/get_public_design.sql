-- What $2, a UUID, names, of either generation.
with parameters as (
    select $3::bigint, $4::bytea
),
found as (
    select design.*
    from designs design
    where design.site_id = $1
    and design.uuid = $2::text::uuid
    and design.is_public
    and design.deleted_at is null
--[legacy] and design.legacy
--[!legacy] and not design.legacy
)
select
--[design.sql]
from found
