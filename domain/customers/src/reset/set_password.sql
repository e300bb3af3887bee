-- Also marks the e-mail address as verified. The token was mailed to this address, so its use proves that the address
-- is the customer's.
update customers customer
set password_hash = $3,
    verified_at = coalesce(customer.verified_at, $4),
    updated_at = $4
where customer.site_id = $1
and customer.id = $2
returning customer.email
