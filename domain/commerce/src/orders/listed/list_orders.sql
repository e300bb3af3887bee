-- Lists a site's orders that were placed at $2 or later, newest first. The list begins after the order $4, which was
-- placed at $3.
with parameters as (
    select $1::bigint, $2::timestamptz, $3::timestamptz, $4::bigint, $5::bigint, $6::text, $7::text
),
page as (
    select placed.id
    from orders placed
    where placed.site_id = $1
    and placed.created_at >= $2
    and (placed.created_at, placed.id) < ($3, $4)
--[status] and placed.status = $6
--[payment_status] and placed.payment_status = $7
    order by placed.created_at desc, placed.id desc
    -- A page has at most 100 items, and one more shows whether there is a next page. The limit is a literal and not a
    -- parameter, because the query plan depends on the limit.
    limit 101
)
select page.id
from page
limit $5
