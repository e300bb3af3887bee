-- The design `found` in a list; its files are behind the URL $5.
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
