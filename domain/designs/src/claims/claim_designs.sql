with claimed as (
    update designs design
    set customer_id = $3,
        session_sha256 = null
    where design.site_id = $1
    and design.session_sha256 = $2
    returning design.deleted_at
),
images as (
    update design_assets asset
    set customer_id = $3,
        session_sha256 = null
    where asset.site_id = $1
    and asset.session_sha256 = $2
)
select count(*)
from claimed
where claimed.deleted_at is null
