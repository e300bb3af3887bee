-- The list of discount codes is in the order of the folded codes, so that a prefix is a range of the index.
create index discount_codes_by_folded_code on discount_codes (site_id, (lower(code collate "und-x-icu") collate "C"));

-- When a gift certificate was issued, for the list of the newest ones.
alter table gift_certificates add column created_at timestamptz(3) not null default now();

update gift_certificates certificate
set created_at = opening.occurred_at
from gift_certificate_movements opening
where opening.site_id = certificate.site_id
and opening.certificate_id = certificate.id
and opening.reason = 'opening';

create index gift_certificates_by_newest on gift_certificates (site_id, created_at desc, id desc);

-- The orders that may still be cancelled, by their discount code.
create index orders_open_by_discount_code on orders (site_id, lower(discount_code collate "und-x-icu"))
    where status in ('pending', 'paid', 'processing');
