-- Returns what the print file of the side $4 of the revision $3 of the design $2 is drawn from.
select revision.layers,
    drawing.position = (
        select min(other.position)
        from design_drawings other
        where other.site_id = $1
        and other.design_id = $2
        and other.revision = $3
    ) as is_first,
    drawing.print_key,
    coalesce(drawing.print_proportion, 1) as proportion,
    coalesce(drawing.print_images, '{}') as images,
    coalesce(encode(drawing.print_sha256, 'hex'), '') as sha256
from design_revisions revision
join design_drawings drawing
    on drawing.site_id = $1
    and drawing.design_id = $2
    and drawing.revision = $3
    and drawing.side = $4
where revision.site_id = $1
and revision.design_id = $2
and revision.revision = $3
