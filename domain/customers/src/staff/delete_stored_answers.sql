-- Deletes the answers since $3 that show the customer $2: those with the customer's e-mail address, or with the number or
-- the e-mail address of one of the customer's orders. A request that repeats such a key is refused as one that is in
-- progress, so that it is not performed again.
update idempotency_keys claim
set answer = null, claimed_until = claim.created_at + interval '1 day'
where claim.site_id = $1
and claim.created_at > $3
and claim.answer is not null
and exists (
    select true
    from (
        select customer.email as text
        from customers customer
        where customer.site_id = $1
        and customer.id = $2
        union all
        select unnest(array[placed.number, placed.customer_email])
        from customer_orders theirs
        join orders placed on placed.site_id = $1 and placed.id = theirs.id
        where theirs.site_id = $1
        and theirs.customer_id = $2
    ) known
    where known.text <> ''
    and strpos(claim.answer::text, to_json(known.text)::text) > 0
)
