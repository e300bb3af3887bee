-- Sites with something to sweep. One question to all of them, so that a round costs sites without work nothing. The
-- parts have the parameters of the statements of one site, $1, which may narrow them: a site too many does no harm.
with parameters as (
    select $1::bigint as site_id
)
select placed.site_id
from orders placed
where
--[is_overdue.sql]
union
select placed.site_id
from orders placed
where
--[has_open_intent.sql]
union
select refund.site_id
from order_refunds refund
where
--[refund_is_due.sql]
order by site_id
