with old as (
    select quote.id
    from shipping_quotes quote
    where quote.site_id = $1
    and quote.expires_at <= $2
    order by quote.expires_at
    limit 1000
)
delete from shipping_quotes quote
using old
where quote.site_id = $1
and quote.id = old.id
and quote.expires_at <= $2
