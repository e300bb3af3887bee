-- Returns the data, sessions and wishlist of the customer $2, without the hash of the password.
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
    'wishlist', (
        select json_build_object(
            'id', wishlist.id,
            'name', wishlist.name,
            'items', (
                select coalesce(
                    json_agg(
                        json_build_object(
                            'id', saved.id,
                            'productId', saved.product_id,
                            'variantId', saved.variant_id,
                            'addedAt', saved.added_at
                        )
                        order by saved.added_at desc, saved.id desc
                    ),
                    '[]'
                )
                from wishlist_items saved
                where saved.site_id = $1
                and saved.wishlist_id = wishlist.id
            )
        )
        from wishlists wishlist
        where wishlist.site_id = $1
        and wishlist.customer_id = $2
    )
)::text as exported
from customers customer
where customer.site_id = $1
and customer.id = $2
