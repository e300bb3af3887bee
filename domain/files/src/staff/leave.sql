-- Lets the sweep delete the file when no row refers to it.
update files as file
set added_as = null
where file.site_id = $1
and file.key = $2
