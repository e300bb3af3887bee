-- Deletes the answers since $3 that show the customer $2: those with the customer's e-mail address, or with the number or
-- the e-mail address of one of the customer's orders. A request that repeats such a key is refused as one that is in
-- progress, so that it is not performed again, until the key is no longer retained ($4 is at least that late).
with known as materialized (
    select to_json(shown.text)::text as text
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
    ) shown
    where shown.text <> ''
)
update idempotency_keys claim
set answer = null, claimed_until = $4
where claim.site_id = $1
and claim.created_at > $3
and claim.answer is not null
and exists (
    select true
    from known
    where strpos(claim.answer::text, known.text) > 0
)
