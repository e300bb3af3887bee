delete from post_categories filed
where filed.site_id = $1
and filed.post_id = $2
and filed.category_id <> all ($3::bigint[])
