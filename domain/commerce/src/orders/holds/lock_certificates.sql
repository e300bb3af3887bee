-- Locks the gift certificates $2, and returns the amounts that those that exist can pay.
select case when certificate.disabled then 0 else certificate.remaining_amount end as amount
from gift_certificates certificate
where certificate.site_id = $1
and lower(certificate.code collate "und-x-icu") = any (array(
    select lower(named.code collate "und-x-icu")
    from unnest($2::text[]) as named (code)
))
order by certificate.id
for no key update
