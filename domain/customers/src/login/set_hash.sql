-- The same password with a hash of other parameters, unless it was changed since.
update customers customer
set password_hash = $4
where customer.site_id = $1
and customer.id = $2
and customer.password_hash = $3
