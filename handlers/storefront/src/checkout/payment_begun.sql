-- Also for an order that was given up meanwhile, so that its payment is known.
update orders o
set payment_intent_id = $3,
    client_secret = $4,
    updated_at = $5
where o.site_id = $1
and o.id = $2
returning o.status
