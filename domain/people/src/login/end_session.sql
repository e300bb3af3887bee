delete from person_sessions session
where session.token_sha256 = $1
