-- Applies the merge patch $3, whose keys are names of columns. A column that the patch lacks retains its value.
update product_categories category
set (name, slug, description, image, parent_id, position, active) = (
        select
            patched.name,
            normalize(patched.slug, nfc),
            patched.description,
            patched.image,
            patched.parent_id,
            patched.position,
            patched.active
        from jsonb_populate_record(category, $3) patched
    ),
    version = category.version + 1
where category.site_id = $1
and category.id = $2
