select row_to_json(item)::text
from (
    select s.enabled, s.currency, s.customer_accounts as "customerAccounts", s.tax_rate as "taxRate",
        s.tax_shipping as "taxShipping", s.order_prefix as "orderPrefix", s.base_url as "baseUrl",
        s.public_metadata as "publicMetadata", s.payment_provider as "paymentProvider"
    from stores s
    where s.site_id = $1
) item
