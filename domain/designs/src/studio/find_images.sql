-- Returns the files of those images in $3 that the design $2 may show: the images of the design itself, and images that
-- its owner can use in all designs.
select asset.id, asset.file_key, coalesce(asset.width * asset.height, 0) as pixels
from designs design
join design_assets asset
    on asset.site_id = $1
    and asset.id = any ($3::bigint[])
where design.site_id = $1
and design.id = $2
and asset.file_key is not null
and (
    asset.design_id = design.id
    or asset.design_id is null and (
        asset.customer_id = design.customer_id
        or asset.session_sha256 = design.session_sha256
    )
)
order by asset.id
