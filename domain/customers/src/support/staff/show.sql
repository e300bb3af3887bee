select customer.email as customer_email,
    nullif(concat_ws(' ', customer.first_name, customer.last_name), '') as customer_name,
    placed.number as order_number
from support_messages message
join customers customer on customer.site_id = $1 and customer.id = message.customer_id
left join orders placed on placed.site_id = $1 and placed.id = message.order_id
where message.site_id = $1
and message.id = $2
