-- Returns the ids of the images to copy with the design $2, each with a new id for its copy. These are the images of
-- the design itself, and those images of its owner that the design's layers use ($3).
with copied as materialized (
    select asset.id
    from designs design
    join design_assets asset
        on asset.site_id = $1
        and (
            asset.design_id = design.id
            or asset.design_id is null
            and asset.id = any ($3)
            and (asset.customer_id = design.customer_id or asset.session_sha256 = design.session_sha256)
        )
    where design.site_id = $1
    and design.id = $2
)
select copied.id, nextval(pg_get_serial_sequence('design_assets', 'id')) as copy
from copied
order by copied.id
