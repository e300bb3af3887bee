-- Applies the merge patch $2, whose keys are names of columns. A column that the patch lacks retains its value.
update stores store
set (tax_rate, tax_shipping) = (
        select
            coalesce(patched.tax_rate, 0),
            patched.tax_shipping
        from jsonb_populate_record(store, $2) patched
    ),
    version = store.version + 1
where store.site_id = $1
