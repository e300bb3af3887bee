-- URLs of the site's files begin with $3.
select shown.name, shown.value
from designs design
left join customers customer on customer.site_id = $1 and customer.id = design.customer_id
left join products product on product.site_id = $1 and product.id = design.product_id
left join product_styles style
    on style.site_id = $1 and style.product_id = design.product_id and style.id = design.style_id
cross join lateral (
    values
        (1, 'Design', case when not design.legacy then design.id::text end),
        (2, 'UUID', design.uuid::text),
        (3, 'Site', design.site_id::text),
        (4, 'Name', design.name),
        (5, 'Description', design.description),
        (6, 'Product', design.product_id || coalesce(' (' || product.name || ')', '')),
        (7, 'Style', design.style_id || coalesce(' (' || style.name || ')', '')),
        (
            8,
            'Of',
            case
                when design.is_template then 'the site, as a template'
                when design.customer_id is null then 'a visitor'
                else coalesce(customer.email, 'customer ' || design.customer_id)
            end
        ),
        (9, 'Designer', case when design.legacy then 'the legacy one' end),
        (10, 'Status', design.status),
        (11, 'Shared', case when design.is_public then 'with whoever knows its UUID' end),
        (
            12,
            'Layers',
            case
                when design.legacy then (
                    select string_agg(surface.name, ', ')
                    from json_object_keys(design.layers_by_surface) surface (name)
                )
                else json_array_length(design.layers)::text
            end
        ),
        (13, 'Thumbnail', coalesce(design.thumbnail_url, $3::text || design.thumbnail_key)),
        (14, 'Revision', design.revision::text),
        (15, 'Made', to_char(design.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')),
        (16, 'Changed', to_char(design.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')),
        (17, 'Deleted', to_char(design.deleted_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')),
        (
            18,
            'Ordered',
            (
                select nullif(count(*), 0)::text
                from order_items item
                where item.site_id = $1
                and item.design_id = design.uuid
            )
        )
) as shown (position, name, value)
where design.site_id = $1
and design.id = $2
order by shown.position
