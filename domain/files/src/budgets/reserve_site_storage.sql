-- Adds $2 bytes to the bytes of the site's files. Adds nothing if the site has files and would then have more than $3
-- bytes.
insert into site_storage as storage (site_id, bytes)
values ($1, $2)
on conflict (site_id) do update
set bytes = storage.bytes + excluded.bytes
where storage.bytes + excluded.bytes <= $3
