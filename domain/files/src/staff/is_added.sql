select true
from files file
where file.site_id = $1
  and file.key = $2
