select quote.id, quote.name, quote.price, null::bigint as free_above
from shipping_quotes quote
where quote.site_id = $1
and quote.id = $2
and quote.expires_at > $4
and coalesce(quote.country = upper($3::text), true)
