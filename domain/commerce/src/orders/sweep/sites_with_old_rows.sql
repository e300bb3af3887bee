-- Returns up to 1,000 of the sites with rows to delete, in random order: idempotency keys, tokens of carts, addresses of
-- reminders, quotes, payment events, orders, carts and mails. The conditions are those of the statements that delete the rows of a site.
select site.id
from sites site
where exists (
    select
    from idempotency_keys claim
    where claim.site_id = site.id
    and claim.created_at <= $1
)
or exists (
    select
    from cart_recovery_tokens recovery
    where recovery.site_id = site.id
    and recovery.expires_at <= $2
)
or exists (
    select
    from reminder_addresses address
    where address.site_id = site.id
    and address.ended_at is null
    and address.reminded_at <= $7
)
or exists (
    select
    from shipping_quotes quote
    where quote.site_id = site.id
    and quote.expires_at <= $2
)
or exists (
    select
    from payment_events event
    where event.site_id = site.id
    and event.received_at <= $3
)
or exists (
    select
    from orders placed
    where placed.site_id = site.id
    and placed.status in ('cancelled', 'expired')
    and placed.payment_status in ('unpaid', 'failed')
    and (placed.payment_intent_id is null or placed.intent_settled)
    and not placed.holds
    and placed.updated_at <= $4
)
or exists (
    select
    from carts cart
    where cart.site_id = site.id
    and cart.expires_at <= $5
)
or exists (
    select
    from mails mail
    where mail.site_id = site.id
    and mail.created_at <= $6
)
order by random()
limit 1000
