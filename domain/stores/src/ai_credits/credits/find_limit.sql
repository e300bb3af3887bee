select coalesce(store.ai_credits_per_month, $2::bigint) as credits
from stores store
where store.site_id = $1
