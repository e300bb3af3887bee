-- Returns up to 100 provisional mock-ups that are due at $2 or earlier, each with the photo and the print area that its
-- side has now. The photo is empty if the side has none, or no longer exists.
select drawing.design_id, drawing.revision, drawing.side, drawing.mockup_key, drawing.mockup_due_at,
    revision.created_at as finalized_at,
    coalesce(side.mockup_image, '') as photo,
    coalesce(side.print_area_x, 0) as print_area_x,
    coalesce(side.print_area_y, 0) as print_area_y,
    coalesce(side.print_area_width, 1) as print_area_width,
    coalesce(side.print_area_height, 1) as print_area_height
from design_drawings drawing
join design_revisions revision
    on revision.site_id = $1
    and revision.design_id = drawing.design_id
    and revision.revision = drawing.revision
left join product_style_sides side
    on side.site_id = $1
    and side.style_id = revision.style_id
    and side.slug = drawing.side
where drawing.site_id = $1
and drawing.mockup_due_at <= $2
order by drawing.mockup_due_at
limit 100
