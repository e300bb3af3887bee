-- Inserts a gift certificate, and its opening balance as its first movement.
with certificate as (
    insert into gift_certificates (site_id, code, initial_amount, remaining_amount, expires_at, created_at)
    values ($1, $2, $3, $3, $4, $5)
    returning id, initial_amount
)
insert into gift_certificate_movements (site_id, certificate_id, amount, reason, occurred_at)
select $1, certificate.id, certificate.initial_amount, 'opening', $5
from certificate
returning certificate_id
