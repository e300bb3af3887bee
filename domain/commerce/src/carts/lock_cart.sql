-- A separate statement, because a statement that waits for a lock still reads other tables as of its start. The
-- statement also locks the site's row, so that an import either sees this cart's order or finishes before the checkout.
select case when cart.expires_at > $3 then cart.id end as id
from carts cart
join sites site on site.id = $1
where cart.site_id = $1
and cart.session_id = $2
for update of cart
for share of site
