-- By itself: a statement that waits for a lock still reads other tables as they were when it began. It locks the row of the
-- site too, which an import that replaces the site has locked: either the import sees the order of this cart, or the
-- checkout goes on after the import.
select case when cart.expires_at > $3 then cart.id end as id
from carts cart
join sites site on site.id = $1
where cart.site_id = $1
and cart.session_id = $2
for update of cart
for share of site
