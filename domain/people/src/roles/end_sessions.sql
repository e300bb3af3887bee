delete from person_sessions session
where session.person_id = $1
