-- Adds $2 bytes to the bytes of the site's files. Adds nothing if the site would then have more bytes than its store
-- allows, by default $3.
with allowed as (
    select coalesce(
        (
            select store.max_stored_bytes
            from stores store
            where store.site_id = $1
        ),
        $3::bigint
    ) as bytes
)
insert into site_storage as storage (site_id, bytes)
select $1, $2::bigint
from allowed
where $2 <= allowed.bytes
on conflict (site_id) do update
set bytes = storage.bytes + excluded.bytes
where storage.bytes + excluded.bytes <= (select allowed.bytes from allowed)
