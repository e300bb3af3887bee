-- Corrects the bytes of the site's files. Bytes that a server has reserved and not yet used no longer count.
insert into site_storage as storage (site_id, bytes)
select $1, coalesce(sum(file.size), 0)::bigint
from files file
where file.site_id = $1
having exists (
    select
    from sites site
    where site.id = $1
)
on conflict (site_id) do update
set bytes = excluded.bytes
where storage.bytes <> excluded.bytes
