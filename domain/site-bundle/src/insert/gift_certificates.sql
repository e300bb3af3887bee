-- The first movement of a certificate is its remaining amount. An apply gives its items ids.
with certificate as (
    insert into gift_certificates (site_id, id, code, initial_amount, remaining_amount, expires_at, disabled)
    select $1, coalesce(item.id, nextval(pg_get_serial_sequence('gift_certificates', 'id'))), item.code,
        coalesce(item."initialAmount", 0), coalesce(item."remainingAmount", item."initialAmount", 0),
        item."expiresAt", coalesce(item.disabled, false)
    from rows from (
        jsonb_to_recordset($2) as (
            id bigint, code text, "initialAmount" bigint, "remainingAmount" bigint, "expiresAt" timestamptz,
            disabled boolean
        )
    ) with ordinality as item(id, code, "initialAmount", "remainingAmount", "expiresAt", disabled, place)
    order by item.place
    returning id, remaining_amount
)
insert into gift_certificate_movements (site_id, certificate_id, amount, reason, occurred_at)
select $1, certificate.id, certificate.remaining_amount, 'opening', transaction_timestamp()
from certificate
