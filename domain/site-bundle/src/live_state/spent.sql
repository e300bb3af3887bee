-- The number of gift certificates of which more was spent than the file says, and up to three examples. $2 are the
-- codes in the file, and $3 are the cents spent of each.
with ahead as materialized (
    select
        format(
            '%s: %s, %s in the file',
            certificate.code, certificate.initial_amount - certificate.remaining_amount, coalesce(known.spent, 0)
        ) as example,
        certificate.id
    from gift_certificates certificate
    left join unnest($2::text[], $3::bigint[]) as known (code, spent)
        on lower(known.code collate "und-x-icu") = lower(certificate.code collate "und-x-icu")
    where certificate.site_id = $1
    and certificate.initial_amount - certificate.remaining_amount > coalesce(known.spent, 0)
)
select count(*), coalesce((array_agg(ahead.example order by ahead.id))[1:3], '{}')
from ahead
