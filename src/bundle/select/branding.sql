select s.branding::text
from sites s
where s.id = $1
