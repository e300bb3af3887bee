-- $1 is the site, or null for all sites. All columns are text, because a command prints them.
select file.site_id::text, file.key, file.added_as, file.media_type, file.size::text,
    file.width || ' x ' || file.height as pixels,
    to_char(file.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as created_at
from files file
where (file.site_id = $1 or $1::bigint is null)
and file.added_as is not null
order by file.site_id, file.added_as, file.key
limit 500
