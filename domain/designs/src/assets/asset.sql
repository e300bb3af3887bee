-- An image of the design, if it has one; its file is behind the URL $5.
    asset.id,
    case when design.legacy then to_json(design.uuid) else to_json(asset.design_id) end as design_id,
    coalesce(asset.url, $5::text || asset.file_key) as url,
    asset.filename,
    asset.media_type as mime_type,
    asset.size as file_size,
    asset.width,
    asset.height,
    asset.created_at
