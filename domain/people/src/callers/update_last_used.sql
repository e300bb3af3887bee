-- The last condition of the first statement makes only one of several concurrent requests write.
with used as (
    update person_sessions session
    set last_used_at = $2
    where session.token_sha256 = $1
    and session.last_used_at <= $3
    returning session.person_id
)
update people person
set last_seen_at = $2
from used
where person.id = used.person_id
