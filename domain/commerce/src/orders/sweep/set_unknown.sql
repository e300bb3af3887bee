-- The account $3 does not know the order's intent, which another one made.
update orders placed
set unknown_to_account = $3
where placed.site_id = $1
and placed.id = $2
