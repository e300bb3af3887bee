-- Applies the merge patch $3, whose keys are names of columns. A column that the patch lacks retains its value.
update tags tag
set (name, slug) = (
        select
            patched.name,
            normalize(patched.slug, nfc)
        from jsonb_populate_record(tag, $3) patched
    ),
    version = tag.version + 1
where tag.site_id = $1
and tag.id = $2
