select
    code.version,
    code.code,
    code.discount_type,
    code.amount,
    coalesce(
        lower(code.code collate "und-x-icu") <> lower($3::text collate "und-x-icu"),
        false
    ) as is_renamed
from discount_codes code
where code.site_id = $1
and code.id = $2
for update
