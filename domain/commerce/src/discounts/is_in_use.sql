-- Whether an order that may still give a use of the code $2 back has the code.
select exists (
    select
    from orders placed
    where placed.site_id = $1
    and placed.status in ('pending', 'paid', 'processing')
    and lower(placed.discount_code collate "und-x-icu") = lower($2::text collate "und-x-icu")
)
