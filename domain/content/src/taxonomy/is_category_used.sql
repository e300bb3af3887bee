select exists (
    select
    from post_categories filed
    where filed.site_id = $1 and filed.category_id = $2
)
