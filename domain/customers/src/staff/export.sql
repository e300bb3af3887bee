-- Returns the data, sessions and orders of the customer $2 of the site $1, without the hash of the password.
select json_build_object(
    'site', customer.site_id,
    'customer', json_build_object(
        'id', customer.id,
        'email', customer.email,
        'verifiedAt', customer.verified_at,
        'firstName', customer.first_name,
        'lastName', customer.last_name,
        'phone', customer.phone,
        'defaultShippingAddress', customer.default_shipping_address,
        'defaultBillingAddress', customer.default_billing_address,
        'addressBook', customer.address_book,
        'createdAt', customer.created_at,
        'updatedAt', customer.updated_at
    ),
    'sessions', (
        select coalesce(
            json_agg(
                json_build_object('createdAt', session.created_at, 'lastUsedAt', session.last_used_at)
                order by session.created_at, session.token_sha256
            ),
            '[]'
        )
        from customer_sessions session
        where session.site_id = $1
        and session.customer_id = $2
    ),
    'orders', (
        select coalesce(
            json_agg(
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
                )
                order by placed.created_at, placed.id
            ),
            '[]'
        )
        from customer_orders theirs
        join orders placed on placed.site_id = $1 and placed.id = theirs.id
        where theirs.site_id = $1
        and theirs.customer_id = $2
    )
) as exported
from customers customer
where customer.site_id = $1
and customer.id = $2
