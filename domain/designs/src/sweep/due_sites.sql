-- Returns up to 1,000 of the sites with designs or print files to sweep, in random order:
-- - sessions that were neither visited nor swept since $1, as in due_sessions.sql
-- - designs that were deleted at $2 or earlier, as in deleted_designs.sql
-- - print files that expired at $3 or earlier, as in prints/delete_expired.sql
select site.id
from sites site
where exists (
    select
    from design_sessions session
    where session.site_id = site.id
    and greatest(session.last_visit_at, session.swept_at) <= $1
)
or exists (
    select
    from designs design
    where design.site_id = site.id
    and design.deleted_at <= $2
)
or exists (
    select
    from design_drawings drawing
    where drawing.site_id = site.id
    and drawing.print_expires_at <= $3
)
order by random()
limit 1000
