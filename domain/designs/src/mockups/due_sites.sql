-- Returns the sites with provisional mock-ups that are due at $1 or earlier.
select distinct drawing.site_id
from design_drawings drawing
where drawing.mockup_due_at <= $1
