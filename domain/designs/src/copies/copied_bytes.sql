-- Returns the size of what a copy takes from the design with the number $2 or the UUID $3.
select octet_length(design.layers::text)
    + octet_length(design.style_overrides::text)
    + coalesce(octet_length(design.layers_by_surface::text), 0)
    + coalesce(octet_length(design.description), 0) as bytes
from designs design
where design.site_id = $1
and (design.id = $2 or design.uuid = $3::text::uuid)
and design.deleted_at is null
