-- Applies the merge patch $3, whose keys are names of columns. A column that the patch lacks retains its value.
update categories category
set (name, slug, description, color) = (
        select
            patched.name,
            normalize(patched.slug, nfc),
            patched.description,
            patched.color
        from jsonb_populate_record(category, $3) patched
    ),
    version = category.version + 1
where category.site_id = $1
and category.id = $2
