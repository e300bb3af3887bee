-- Stores the state $4 that the dispute $3 has since $5, unless a newer state is known. Returns whether this opened the
-- dispute, or opened it again. The order's row is locked.
with stored as (
    insert into order_disputes as dispute (site_id, order_id, dispute_id, state, changed_at)
    values ($1, $2, $3, $4, $5)
    on conflict (site_id, order_id, dispute_id) do update
    set state = excluded.state,
        changed_at = excluded.changed_at
    where dispute.changed_at < excluded.changed_at
    or (dispute.changed_at = excluded.changed_at and excluded.state <> 'open')
    returning dispute.state
)
select exists (
    select
    from stored
    where stored.state <> 'ended'
)
and not exists (
    select
    from order_disputes before
    where before.site_id = $1
    and before.order_id = $2
    and before.dispute_id = $3
    and before.state <> 'ended'
)
