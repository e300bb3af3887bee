select exists (
    select
    from post_tags filed
    where filed.site_id = $1 and filed.tag_id = $2
)
