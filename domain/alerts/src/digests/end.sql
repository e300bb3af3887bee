-- Ends the digests of the day $3, for the alerts that were told until $2. Plans the next ones for $4 if an alert was told
-- later, by a server whose clock is ahead.
update alert_digests digest
set due_at = case (
        select true
        from alerts alert
        where alert.site_id = $1
        and alert.told_at > $2
        order by alert.told_at
        limit 1
    )
        when true then $4::timestamptz
    end,
    told_until = $2,
    last_on = $3
where digest.site_id = $1
