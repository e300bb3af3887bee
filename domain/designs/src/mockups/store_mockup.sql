-- Replaces the provisional mock-up $5 of the side $4 of the revision $3 of the design $2 by the file $6, also in the
-- orders that copied its key.
with replaced as (
    update design_drawings drawing
    set mockup_key = $6,
        mockup_due_at = null
    where drawing.site_id = $1
    and drawing.design_id = $2
    and drawing.revision = $3
    and drawing.side = $4
    and drawing.mockup_key = $5
    returning drawing.mockup_key
)
update order_item_drawings printed
set mockup_key = replaced.mockup_key
from replaced
where printed.site_id = $1
and printed.mockup_key = $5
