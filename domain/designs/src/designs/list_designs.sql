-- Of the product $2, or of all: designs of the customer $3 and the session $4, or the templates. A customer's and a
-- session's are found by an index each.
with parameters as (
    select $2::bigint, $3::bigint, $4::bytea
),
found as (
--[!templates] select design.*
--[!templates] from designs design
--[!templates] where design.site_id = $1
--[!templates] and design.customer_id = $3::bigint
--[!templates] union all
--[!templates] select design.*
--[!templates] from designs design
--[!templates] where design.site_id = $1
--[!templates] and design.session_sha256 = $4::bytea
--[templates] select design.*
--[templates] from designs design
--[templates] where design.site_id = $1
--[templates] and design.is_template
)
select
    found.id,
    found.uuid::text,
    found.site_id as website_id,
    found.product_id,
    found.name,
    found.is_public,
    found.is_template,
    found.status,
    coalesce(found.thumbnail_url, $5::text || found.thumbnail_key) as thumbnail_url,
    found.created_at,
    found.updated_at
from found
where not found.legacy
and found.deleted_at is null
--[product] and found.product_id = $2
--[!templates] order by found.updated_at desc, found.id desc
--[templates] order by found.position, found.id
