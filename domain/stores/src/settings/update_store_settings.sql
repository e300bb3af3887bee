-- Applies the merge patch $2, whose keys are names of columns. A column that the patch lacks retains its value.
update stores store
set (
        enabled, currency, customer_accounts, refuse_common_passwords, requires_shipping_rate, order_prefix, base_url,
        email, public_metadata, cart_reminder_hours, payment_provider, ai_provider, ai_credits_per_month
    ) = (
        select
            patched.enabled,
            patched.currency,
            patched.customer_accounts,
            patched.refuse_common_passwords,
            patched.requires_shipping_rate,
            patched.order_prefix,
            patched.base_url,
            normalize(patched.email, nfc),
            patched.public_metadata,
            patched.cart_reminder_hours,
            patched.payment_provider,
            patched.ai_provider,
            patched.ai_credits_per_month
        from jsonb_populate_record(store, $2) patched
    ),
    version = store.version + 1
where store.site_id = $1
