-- Sessions and reset tokens go with it.
delete from customers customer
where customer.site_id = $1
and customer.id = $2
