delete from person_recovery_codes code
where code.person_id = $1
and code.code_sha256 = $2
