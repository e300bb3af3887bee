select s.base_url
from stores s
where s.site_id = $1
