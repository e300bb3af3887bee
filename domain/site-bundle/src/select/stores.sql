select row_to_json(item)::text
from (
    select store.enabled, store.currency, store.customer_accounts as "customerAccounts", store.tax_rate as "taxRate",
        store.tax_shipping as "taxShipping", store.order_prefix as "orderPrefix", store.base_url as "baseUrl",
        store.public_metadata as "publicMetadata", store.payment_provider as "paymentProvider",
        store.email, store.ai_provider as "aiProvider", store.ai_credits_per_month as "aiCreditsPerMonth",
        store.max_stored_bytes as "maxStoredBytes", store.refuse_common_passwords as "refuseCommonPasswords",
        store.requires_shipping_rate as "requiresShippingRate", store.cart_reminder_hours as "cartReminderHours"
    from stores store
    where store.site_id = $1
) item
