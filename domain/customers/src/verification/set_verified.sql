update customers customer
set verified_at = coalesce(customer.verified_at, $3),
    updated_at = $3
where customer.site_id = $1
and customer.id = $2
