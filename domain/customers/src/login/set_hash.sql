-- Replaces the hash $3 with $4, a hash of the same password with other parameters. Changes nothing if the password was
-- changed in the meantime.
update customers customer
set password_hash = $4
where customer.site_id = $1
and customer.id = $2
and customer.password_hash = $3
