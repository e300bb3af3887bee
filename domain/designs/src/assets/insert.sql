-- Stores images of the design $2 and its owner. If $2 is null, the images belong to the customer $3, or to the session $4
-- if $3 is null. Returns the images.
with owner as (
    select design.customer_id, design.session_sha256
    from designs design
    where design.site_id = $1
    and design.id = $2
    union all
    select $3::bigint, case when $3::bigint is null then $4::bytea end
    where $2::bigint is null
),
asset as (
    insert into design_assets (
        site_id, design_id, customer_id, session_sha256, file_key, url, filename, media_type, size, width, height,
        created_at
    )
    select $1, $2, owner.customer_id, owner.session_sha256, new.file_key, new.url, new.filename, new.media_type,
        new.size, new.width, new.height, $6
    from owner
    cross join unnest(
        $7::text[], $8::text[], $9::text[], $10::text[], $11::bigint[], $12::bigint[], $13::bigint[]
    ) with ordinality new (file_key, url, filename, media_type, size, width, height, position)
    order by new.position
    returning *
)
select
    asset.id,
    case when design.legacy then to_json(design.uuid) else to_json(asset.design_id) end as design_id,
    coalesce(asset.url, $5::text || asset.file_key) as url,
    asset.filename,
    asset.media_type as mime_type,
    asset.size as file_size,
    asset.width,
    asset.height,
    asset.created_at
from asset
left join designs design
    on design.site_id = $1
    and design.id = asset.design_id
order by asset.id
