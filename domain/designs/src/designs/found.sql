-- The design with the number $2, or the legacy one with the UUID, and whether the customer $3 or the session $4 has it.
found as (
    select design.*,
        coalesce(design.customer_id = $3::bigint or design.session_sha256 = $4::bytea, false) as is_owned
    from designs design
    where design.site_id = $1
--[!legacy] and design.id = $2
--[!legacy] and not design.legacy
--[legacy] and design.uuid = $2::text::uuid
--[legacy] and design.legacy
    and design.deleted_at is null
)
