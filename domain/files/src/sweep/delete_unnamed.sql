-- Checks a thousand files of a site after the key $2. Deletes those for which all of this holds:
-- - The file was created before $3.
-- - No operator has added it.
-- - No row refers to it.
--
-- If another transaction concurrently adds a reference to one of these files, the foreign key makes this statement
-- fail. The next round tries again.
with batch as materialized (
    select file.key, file.added_as, file.created_at
    from files file
    where file.site_id = $1
    and file.key > $2
    order by file.key
    limit 1000
),
unnamed as materialized (
    select batch.key
    from batch
    where batch.added_as is null
    and batch.created_at < $3
    and not exists (
        select from design_assets asset
        where asset.site_id = $1
        and asset.file_key = batch.key
    )
    and not exists (
        select from media shown
        where shown.site_id = $1
        and shown.file_key = batch.key
    )
    and not exists (
        select from media shown
        where shown.site_id = $1
        and shown.thumbnail_key = batch.key
    )
    and not exists (
        select from designs design
        where design.site_id = $1
        and design.thumbnail_key = batch.key
    )
    and not exists (
        select from design_revisions revision
        where revision.site_id = $1
        and revision.thumbnail_key = batch.key
    )
    and not exists (
        select from design_drawings drawing
        where drawing.site_id = $1
        and drawing.mockup_key = batch.key
    )
    and not exists (
        select from design_drawings drawing
        where drawing.site_id = $1
        and drawing.print_key = batch.key
    )
    and not exists (
        select from order_items item
        where item.site_id = $1
        and item.design_thumbnail_key = batch.key
    )
    and not exists (
        select from order_item_drawings printed
        where printed.site_id = $1
        and printed.mockup_key = batch.key
    )
    and not exists (
        select from order_item_drawings printed
        where printed.site_id = $1
        and printed.print_key = batch.key
    )
),
deleted as (
    delete from files file
    where file.site_id = $1
    and file.key = any (array(select unnamed.key from unnamed))
    returning file.key
)
select (select max(batch.key) from batch) as last_key,
    coalesce((select json_agg(deleted.key) from deleted), '[]') as keys
