-- Takes a use of the code $2 at the time $3, if the code is usable and still has the text $4.
update discount_codes code
set used = code.used + 1
where code.site_id = $1
and code.id = $2
and code.code = $4
and code.active
and (code.starts_at <= $3) is not false
and (code.expires_at > $3) is not false
and (code.used < code.max_uses) is not false
