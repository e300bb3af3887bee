-- Ends the person's sessions, except the new session $2 and the $3 newest of the other sessions.
delete from person_sessions session
where session.token_sha256 in (
    select other.token_sha256
    from person_sessions other
    where other.person_id = $1
    and other.token_sha256 <> $2
    order by other.created_at desc, other.token_sha256
    offset $3
)
