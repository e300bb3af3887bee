delete from post_tags tagged
where tagged.site_id = $1
and tagged.post_id = $2
and tagged.tag_id <> all ($3::bigint[])
