-- The keys of files of the media library.
select file.id, file.file_key, file.thumbnail_key
from media file
where file.site_id = $1
and file.id = any ($2)
