-- Returns at most $4 adjustments, newest first, after the position $2, $3.
select
    adjustment.id,
    adjustment.product_id,
    adjustment.variant_id,
    adjustment.delta,
    adjustment.reason,
    json_build_object(
        'kind', coalesce(adjustment.actor_kind, 'command_line'),
        'id', nullif(adjustment.actor_id, 0),
        'name', coalesce(adjustment.actor_name, 'the command line')
    ) as actor,
    adjustment.created_at
from stock_adjustments adjustment
where adjustment.site_id = $1
and (adjustment.created_at, adjustment.id) < ($2, $3)
order by adjustment.created_at desc, adjustment.id desc
limit $4
