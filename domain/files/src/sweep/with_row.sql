select file.key
from files file
where file.site_id = $1
and file.key = any ($2)
