-- From now on the sweep deletes the file when no row names it.
update files as file
set added_as = null
where file.site_id = $1
and file.key = $2
