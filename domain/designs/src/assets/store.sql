-- Stores $7 images:
-- - If $2 is given, the images belong to the design $2 and its owner. The customer $3 or the session $4 must own the
--   design.
-- - If $2 is null, the images belong to the customer $3, or to the session $4 if $3 is null.
--
-- Stores nothing if the design would have more than $8 images, or its owner more than $9, or the files of the design more
-- than $17 bytes. The files of the new images have $18 bytes.
--
-- Returns whether the images have an owner, whether the limits allow the images, and the stored images.
with designed as (
    select design.id as design_id, design.customer_id, design.session_sha256
    from designs design
    where design.site_id = $1
    and design.id = $2::bigint
    and design.deleted_at is null
    and (design.customer_id = $3::bigint or design.session_sha256 = $4::bytea)
    for key share
),
owner as (
    select designed.design_id, designed.customer_id, designed.session_sha256
    from designed
    union all
    select null, $3::bigint, case when $3::bigint is null then $4::bytea end
    where $2::bigint is null
),
counted as (
    select (
            select count(*)
            from design_assets asset
            where asset.site_id = $1
            and asset.design_id = (select owner.design_id from owner)
        ) as of_design,
        (
            select count(*)
            from design_assets asset
            where asset.site_id = $1
            and asset.customer_id = (select owner.customer_id from owner)
            -- Images of deleted designs do not count.
            and not exists (
                select
                from designs design
                where design.site_id = $1
                and design.id = asset.design_id
                and design.deleted_at is not null
            )
        ) + (
            select count(*)
            from design_assets asset
            where asset.site_id = $1
            and asset.session_sha256 = (select owner.session_sha256 from owner)
            and not exists (
                select
                from designs design
                where design.site_id = $1
                and design.id = asset.design_id
                and design.deleted_at is not null
            )
        ) as of_owner,
        (
            select coalesce(sum(file.size), 0)
            from design_files file
            where file.site_id = $1
            and file.design_id = (select owner.design_id from owner)
        ) as design_bytes
),
room as (
    select true
    from counted
    where counted.of_design + $7::bigint <= $8::bigint
    and counted.of_owner + $7::bigint <= $9::bigint
    and (counted.design_bytes + $18::bigint <= $17::bigint or $2 is null)
),
asset as (
    insert into design_assets (
        site_id, design_id, customer_id, session_sha256, file_key, url, filename, media_type, size, width, height,
        created_at
    )
    select $1, owner.design_id, owner.customer_id, owner.session_sha256, new.file_key, new.url, new.filename,
        new.media_type, new.size, new.width, new.height, $6
    from owner
    cross join room
    cross join unnest(
        $10::text[], $11::text[], $12::text[], $13::text[], $14::bigint[], $15::bigint[], $16::bigint[]
    ) with ordinality new (file_key, url, filename, media_type, size, width, height, position)
    order by new.position
    returning *
),
shown as (
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
)
select exists (select from owner) as has_owner,
    exists (select from room) as has_room,
    (
        select coalesce(json_agg(json_build_object(
            'id', shown.id,
            'designId', shown.design_id,
            'url', shown.url,
            'filename', shown.filename,
            'mimeType', shown.mime_type,
            'fileSize', shown.file_size,
            'width', shown.width,
            'height', shown.height,
            'createdAt', shown.created_at
        ) order by shown.id), '[]')
        from shown
    ) as stored
