-- Returns the sites that have files, or whose files have bytes according to site_storage.
select site.id
from sites site
where exists (
    select
    from files file
    where file.site_id = site.id
)
union
select storage.site_id
from site_storage storage
where storage.bytes <> 0
order by id
