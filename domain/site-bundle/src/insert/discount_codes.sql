-- An apply gives its items ids.
insert into discount_codes (
    site_id, id, code, description, discount_type, amount, min_order_amount, max_uses, used, starts_at, expires_at,
    active
)
select $1, coalesce(item.id, nextval(pg_get_serial_sequence('discount_codes', 'id'))), item.code, item.description,
    item."discountType", coalesce(item.amount, 0), item."minOrderAmount", item."maxUses", coalesce(item.used, 0),
    item."startsAt", item."expiresAt", coalesce(item.active, true)
from rows from (
    jsonb_to_recordset($2) as (
        id bigint, code text, description text, "discountType" text, amount bigint, "minOrderAmount" bigint,
        "maxUses" bigint, used bigint, "startsAt" timestamptz, "expiresAt" timestamptz, active boolean
    )
) with ordinality as item(
    id, code, description, "discountType", amount, "minOrderAmount", "maxUses", used, "startsAt", "expiresAt", active,
    place
)
order by item.place
