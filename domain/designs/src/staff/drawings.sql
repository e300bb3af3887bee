-- Returns the drawings of the revision $4 of the design $2, or of all revisions if $4 is null. URLs of the files begin
-- with $3.
select revision.revision::text,
    to_char(revision.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"'), drawing.side,
    $3::text || drawing.mockup_key, $3::text || drawing.print_key
from design_revisions revision
join design_drawings drawing
    on drawing.site_id = $1
    and drawing.design_id = $2
    and drawing.revision = revision.revision
where revision.site_id = $1
and revision.design_id = $2
and (revision.revision = $4 or $4::bigint is null)
order by revision.revision desc, drawing.position, drawing.side
