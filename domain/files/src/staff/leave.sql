-- From now on the file is one of those that go when nothing names them.
update files as file
set added_as = null
where file.site_id = $1
and file.key = $2
