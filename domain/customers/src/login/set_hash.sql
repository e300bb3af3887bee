-- Replaces a hash by one of the same password with other parameters, unless the password was changed since.
update customers customer
set password_hash = $4
where customer.site_id = $1
and customer.id = $2
and customer.password_hash = $3
