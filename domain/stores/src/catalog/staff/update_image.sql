-- Applies the merge patch $4, whose keys are names of columns. A column that the patch lacks retains its value.
update product_images image
set (url, alt) = (
        select patched.url, patched.alt
        from jsonb_populate_record(image, $4) patched
    )
where image.site_id = $1
and image.product_id = $2
and image.id = $3
