-- The number of discount codes that were used more often than the file says, and up to three examples. $2 are the codes
-- in the file, and $3 are the uses of each.
with ahead as materialized (
    select format('%s: %s, %s in the file', code.code, code.used, coalesce(known.used, 0)) as example, code.id
    from discount_codes code
    left join unnest($2::text[], $3::bigint[]) as known (code, used)
        on lower(known.code collate "und-x-icu") = lower(code.code collate "und-x-icu")
    where code.site_id = $1
    and code.used > coalesce(known.used, 0)
)
select count(*), coalesce((array_agg(ahead.example order by ahead.id))[1:3], '{}')
from ahead
