-- Deletes up to 1,000 of the site's quotes that expired at $2 or earlier. The first comparison with $2 protects a quote
-- that another request stores again while this statement waits for the quote's row.
delete from shipping_quotes quote
where quote.site_id = $1
and quote.expires_at <= $2
and quote.id = any (array(
    select old.id
    from shipping_quotes old
    where old.site_id = $1
    and old.expires_at <= $2
    order by old.expires_at
    limit 1000
))
