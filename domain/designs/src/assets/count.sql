-- Returns the number of images of the design $2, the number of images of its owner, and the bytes of the design's files.
-- The customer $3 or the session $4 must own the design.
--
-- If $2 is null, returns 0, 0 bytes, and the number of images of the customer $3, or of the session $4 if $3 is null.
with owner as (
    select design.customer_id, design.session_sha256
    from designs design
    where design.site_id = $1
    and design.id = $2::bigint
    and (design.customer_id = $3::bigint or design.session_sha256 = $4::bytea)
    union all
    select $3::bigint, case when $3::bigint is null then $4::bytea end
    where $2::bigint is null
)
select (
        select count(*)
        from design_assets asset
        where asset.site_id = $1
        and asset.design_id = $2::bigint
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
        select coalesce(sum(file.size), 0)::bigint
        from design_files file
        where file.site_id = $1
        and file.design_id = $2::bigint
    ) as design_bytes
