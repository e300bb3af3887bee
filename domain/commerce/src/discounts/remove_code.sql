delete from discount_codes code
where code.site_id = $1
and code.id = $2
