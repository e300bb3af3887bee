select file.version, file.file_key, file.thumbnail_key
from media file
where file.site_id = $1
and file.id = $2
for update
