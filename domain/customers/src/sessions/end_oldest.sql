-- Ends the customer's sessions, except the new session $3 and the $4 newest of the other sessions.
delete from customer_sessions session
where session.site_id = $1
and session.token_sha256 in (
    select other.token_sha256
    from customer_sessions other
    where other.site_id = $1
    and other.customer_id = $2
    and other.token_sha256 <> $3
    order by other.created_at desc, other.token_sha256
    offset $4
)
