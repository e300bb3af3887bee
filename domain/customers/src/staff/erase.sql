-- Sessions, reset tokens, messages to the store and the wishlist go with it.
delete from customers customer
where customer.site_id = $1
and customer.id = $2
