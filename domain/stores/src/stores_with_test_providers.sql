-- The enabled stores of all sites that use a test provider, for `stoa check`.
select
    store.site_id,
    coalesce(store.payment_provider = 'test', false) as payments,
    coalesce(store.ai_provider = 'test', false) as ai
from stores store
where store.enabled
and 'test' in (store.payment_provider, store.ai_provider)
order by store.site_id
