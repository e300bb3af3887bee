delete from media file
where file.site_id = $1
and file.id = $2
