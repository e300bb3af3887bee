select distinct alert.site_id
from alerts alert
where alert.told_at is null
