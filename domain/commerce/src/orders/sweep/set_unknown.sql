-- Records that the account $3 does not know the order's intent, because another account created the intent.
update orders placed
set unknown_to_account = $3
where placed.site_id = $1
and placed.id = $2
