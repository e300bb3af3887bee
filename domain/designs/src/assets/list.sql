-- Returns the images with the ids $2 that belong to the customer $3 or the session $4, in the order of the ids.
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
from unnest($2::bigint[]) with ordinality asked (id, position)
join design_assets asset
    on asset.site_id = $1
    and asset.id = asked.id
left join designs design
    on design.site_id = $1
    and design.id = asset.design_id
where asset.customer_id = $3::bigint
or asset.session_sha256 = $4::bytea
order by asked.position
