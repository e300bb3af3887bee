-- Returns the images of the design $2, and the images of its owner for all designs that the design's layers $3 use.
-- Each image comes with the id of its copy.
select asset.id, nextval(pg_get_serial_sequence('design_assets', 'id')) as copy
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
order by asset.id
