-- Applies the merge patch $3, whose keys are names of columns. A column that the patch lacks retains its value.
update media file
set (alt, caption) = (
        select
            patched.alt,
            patched.caption
        from jsonb_populate_record(file, $3) patched
    ),
    version = file.version + 1
where file.site_id = $1
and file.id = $2
