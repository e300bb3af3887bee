-- Applies the merge patch $4, whose keys are names of columns. A column that the patch lacks retains its value. The patch
-- is `json`, so that layers are stored as they were sent. The time grows by a millisecond at least, because it is the
-- version that clients compare.
update designs design
set (name, style_id, layers, style_overrides, position) = (
        select patched.name, patched.style_id, patched.layers, patched.style_overrides, patched.position
        from json_populate_record(design, $4) patched
    ),
    version = design.version + 1,
    updated_at = greatest($3, design.updated_at + interval '1 millisecond')
where design.site_id = $1
and design.id = $2
