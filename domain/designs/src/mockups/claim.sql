-- Claims the provisional mock-up of the side $4 of the revision $3 of the design $2: it is due at $6 instead of $5.
update design_drawings drawing
set mockup_due_at = $6
where drawing.site_id = $1
and drawing.design_id = $2
and drawing.revision = $3
and drawing.side = $4
and drawing.mockup_due_at = $5
