-- Returns up to 100 sessions that were neither visited nor swept since $2.
select encode(session.token_sha256, 'hex') as token_sha256
from design_sessions session
where session.site_id = $1
and greatest(session.last_visit_at, session.swept_at) <= $2
order by greatest(session.last_visit_at, session.swept_at)
limit 100
