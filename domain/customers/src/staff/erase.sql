-- Foreign keys also delete sessions, reset tokens, designs, messages to the store and the wishlist.
delete from customers customer
where customer.site_id = $1
and customer.id = $2
