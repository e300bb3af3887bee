-- Returns the sides of a revision of the design $2 that have no print file. The revision is $3, or the last one if $3 is
-- null.
select drawing.design_id, drawing.revision, drawing.side
from designs design
join design_drawings drawing
    on drawing.site_id = $1
    and drawing.design_id = $2
    and drawing.revision = coalesce($3, design.revision)
    and drawing.print_key is null
where design.site_id = $1
and design.id = $2
order by drawing.position, drawing.side
