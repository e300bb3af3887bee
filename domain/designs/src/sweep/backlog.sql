-- Counts the sessions of all sites that were neither visited nor swept since $1, at most 10,000.
select count(*)
from (
    select true
    from sites site
    join design_sessions session
        on session.site_id = site.id
        and greatest(session.last_visit_at, session.swept_at) <= $1
    limit 10000
) counted
