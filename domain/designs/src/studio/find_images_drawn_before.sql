-- Returns the files of the images $2. They belong to the design, or did when it was finalized.
select asset.id, asset.file_key, coalesce(asset.width * asset.height, 0) as pixels
from design_assets asset
where asset.site_id = $1
and asset.id = any ($2)
and asset.file_key is not null
order by asset.id
