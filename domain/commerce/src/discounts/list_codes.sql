-- The discount codes after the code $3, in the order of their folded texts. With `prefix`, only those that begin with
-- $4. The literal limit is the longest page, and one more.
with parameters as (
    select $2::bigint, $3::text, $4::text
),
listed as (
    select
        code.id,
        code.version,
        code.code,
        code.description,
        code.discount_type,
        code.amount,
        code.min_order_amount,
        code.max_uses,
        code.used,
        code.starts_at,
        code.expires_at,
        code.active
    from discount_codes code
    where code.site_id = $1
--[after] and lower(code.code collate "und-x-icu") collate "C" > lower($3 collate "und-x-icu") collate "C"
--[prefix] and lower(code.code collate "und-x-icu") collate "C" >= lower($4 collate "und-x-icu") collate "C"
--[prefix] and lower(code.code collate "und-x-icu") collate "C" < (lower($4 collate "und-x-icu") || chr(1114111)) collate "C"
    order by lower(code.code collate "und-x-icu") collate "C"
    limit 101
)
select listed.*
from listed
order by lower(listed.code collate "und-x-icu") collate "C"
limit $2
