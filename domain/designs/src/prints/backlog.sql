-- Counts the print files of all sites that expired at $1 or earlier, at most 10,000.
select count(*)
from (
    select true
    from sites site
    join design_drawings drawing
        on drawing.site_id = site.id
        and drawing.print_expires_at <= $1
    limit 10000
) counted
