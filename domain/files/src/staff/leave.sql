-- Marks the file as not added by an operator, so that the sweep deletes it once no row refers to it.
update files as file
set added_as = null
where file.site_id = $1
and file.key = $2
