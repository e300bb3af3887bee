-- Returns at most $4 orders of the customer $2 with ids greater than $3, each as the text of its JSON.
select
    placed.id,
    json_build_object(
        'orderNumber', placed.number,
        'status', placed.status,
        'paymentStatus', placed.payment_status,
        'customerName', placed.customer_name,
        'customerEmail', placed.customer_email,
        'customerPhone', placed.customer_phone,
        'customerNote', placed.customer_note,
        'shippingAddress', placed.shipping_address,
        'billingAddress', placed.billing_address,
        'currency', placed.currency,
        'total', placed.total,
        'createdAt', placed.created_at,
        'items', (
            select json_agg(
                json_build_object(
                    'productName', item.product_name,
                    'variantName', item.variant_name,
                    'quantity', item.quantity,
                    'total', item.total,
                    'designId', item.design_id
                )
                order by item.position
            )
            from order_items item
            where item.site_id = $1
            and item.order_id = placed.id
        )
    )::text as exported
from customer_orders theirs
join orders placed on placed.site_id = $1 and placed.id = theirs.id
where theirs.site_id = $1
and theirs.customer_id = $2
and theirs.id > $3
order by theirs.id
limit $4
