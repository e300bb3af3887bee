select
    (
        select count(*)
        from orders placed
        where placed.site_id = $1
    ),
    array(
        select placed.number
        from orders placed
        where placed.site_id = $1
        order by placed.created_at desc, placed.id desc
        limit 3
    )
