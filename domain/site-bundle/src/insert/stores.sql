insert into stores (
    site_id, enabled, currency, customer_accounts, tax_rate, tax_shipping, order_prefix, base_url, public_metadata,
    payment_provider, email, ai_provider, ai_credits_per_month, max_stored_bytes, refuse_common_passwords,
    requires_shipping_rate, cart_reminder_hours
)
select $1, coalesce(store.enabled, true), coalesce(store.currency, 'USD'), coalesce(store."customerAccounts", true),
    coalesce(store."taxRate", 0), coalesce(store."taxShipping", false), coalesce(store."orderPrefix", ''),
    store."baseUrl", coalesce(store."publicMetadata", '{}'), store."paymentProvider",
    normalize(store.email, nfc), store."aiProvider", store."aiCreditsPerMonth", store."maxStoredBytes",
    coalesce(store."refuseCommonPasswords", false), coalesce(store."requiresShippingRate", false),
    store."cartReminderHours"
from jsonb_to_recordset($2) as store(
    enabled boolean, currency text, "customerAccounts" boolean, "taxRate" bigint, "taxShipping" boolean,
    "orderPrefix" text, "baseUrl" text, "publicMetadata" text[], "paymentProvider" text,
    email text, "aiProvider" text, "aiCreditsPerMonth" bigint, "maxStoredBytes" bigint,
    "refuseCommonPasswords" boolean, "requiresShippingRate" boolean, "cartReminderHours" bigint
)
