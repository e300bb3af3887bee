-- Locks the cart in a separate statement. A statement that waits for a lock still reads other tables as they were when
-- the statement began, so the caller reads the cart's lines in a later statement.
select case when cart.expires_at > $3 then cart.id end as id
from carts cart
join sites site on site.id = $1
where cart.site_id = $1
and cart.session_id = $2
for update of cart
for share of site
