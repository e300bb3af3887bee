delete from files file
where file.site_id = $1
and file.key = $2
and file.added_as is not null
