-- Ends what the site's orders hold, but returns no stock, codes or certificates: an import sets these amounts. A later
-- cancellation of such an order therefore adds nothing to the amounts in the file. Pending orders expire. If an expired
-- order is paid late, it takes stock, code and certificate again, or its payment is refunded.
with expired as (
    update orders placed
    set status = 'expired',
        holds = false,
        updated_at = $2
    where placed.site_id = $1
    and placed.status = 'pending'
    returning placed.id
),
changes as (
    insert into order_status_changes (site_id, order_id, from_status, to_status, note, occurred_at)
    select $1, expired.id, 'pending', 'expired', 'The site was replaced', $2
    from expired
)
update orders placed
set holds = false,
    updated_at = $2
where placed.site_id = $1
and placed.holds
and placed.status <> 'pending'
