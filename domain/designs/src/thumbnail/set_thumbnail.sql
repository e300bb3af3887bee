-- Sets the file $6 as the thumbnail of the caller's design, if the design still has the version $5 that was drawn.
update designs design
set thumbnail_url = null,
    thumbnail_key = $6,
    updated_at = $7
where design.site_id = $1
and design.id = $2
and (design.customer_id = $3::bigint or design.session_sha256 = $4::bytea)
and design.version = $5
and design.deleted_at is null
