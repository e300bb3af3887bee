-- Returns the quote $2, if it is valid at $6 for the country $3, the state $4 and the postal code $5. If the address or
-- the quote lacks one of these parts, that part is not compared.
select quote.id, quote.name, quote.price, null::bigint as free_above, quote.contents
from shipping_quotes quote
where quote.site_id = $1
and quote.id = $2
and quote.expires_at > $6
and quote.contents is not null
and coalesce(quote.country = $3::text, true)
and coalesce(upper(quote.state collate "und-x-icu") = upper($4::text collate "und-x-icu"), true)
and coalesce(quote.postal_code = $5::text, true)
