-- Applies the merge patch $3, whose keys are names of columns. A column that the patch lacks retains its value.
update webhook_endpoints endpoint
set (url, description, events) = (
        select patched.url, patched.description, patched.events
        from jsonb_populate_record(endpoint, $3) patched
    ),
    version = endpoint.version + 1,
    updated_at = $4
where endpoint.site_id = $1
and endpoint.id = $2
