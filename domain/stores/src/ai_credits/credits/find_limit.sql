select store.ai_credits_per_month
from stores store
where store.site_id = $1
