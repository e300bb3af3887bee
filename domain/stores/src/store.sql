select
    store.site_id,
    store.enabled and site.active as is_served,
    store.currency,
    store.customer_accounts,
    store.refuse_common_passwords,
    store.tax_rate,
    store.tax_shipping,
    store.requires_shipping_rate,
    store.order_prefix,
    store.base_url,
    store.public_metadata,
    store.payment_provider,
    store.ai_provider,
    coalesce(
        (
            select json_object_agg(secret.name, encode(secret.sealed, 'hex'))
            from store_secrets secret
            where secret.site_id = $1
        ),
        '{}'
    ) as secrets
from stores store
join sites site on site.id = $1
where store.site_id = $1
