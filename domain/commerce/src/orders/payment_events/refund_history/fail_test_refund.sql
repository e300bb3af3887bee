-- Takes a failed refund of $3 cents off the total of the test provider, for which refunds fail only by an event. An intent
-- of another provider has no such row.
update test_payment_intents intent
set amount_refunded = greatest(intent.amount_refunded - $3, 0)
where intent.site_id = $1
and intent.id = (select placed.payment_intent_id from orders placed where placed.site_id = $1 and placed.id = $2)
