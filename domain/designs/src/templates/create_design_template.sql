-- The UUID is derived from the ids of the template and the site, as by an import of the same template.
insert into designs (
    site_id, id, uuid, product_id, style_id, is_template, position, name, layers, style_overrides, created_at, updated_at
)
values (
    $1, $2, md5(concat_ws(' ', 'template', $2::bigint, 'of site', $1::bigint))::uuid, $3, $4, true, $5, $6, $7, $8, $9,
    $9
)
