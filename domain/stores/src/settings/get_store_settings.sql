select
    store.version,
    store.enabled,
    store.currency,
    store.customer_accounts,
    store.refuse_common_passwords,
    store.requires_shipping_rate,
    store.order_prefix,
    store.base_url,
    store.email,
    store.public_metadata,
    store.cart_reminder_hours,
    store.payment_provider,
    store.ai_provider,
    store.ai_credits_per_month,
    store.max_stored_bytes,
    array(
        select secret.name
        from store_secrets secret
        where secret.site_id = $1
        order by secret.name
    ) as set_keys
from stores store
where store.site_id = $1
