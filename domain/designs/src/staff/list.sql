-- $1 is the site, or null for all sites.
select design.site_id::text, case when not design.legacy then design.id::text end, design.uuid::text,
    design.product_id::text, design.name,
    case
        when design.is_template then 'template'
        when design.customer_id is null then 'a visitor'
        else customer.email
    end,
    case when design.deleted_at is null then design.status else 'deleted' end,
    design.revision::text,
    to_char(design.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"')
from designs design
left join customers customer on customer.site_id = design.site_id and customer.id = design.customer_id
where (design.site_id = $1 or $1::bigint is null)
order by design.updated_at desc, design.site_id, design.id desc
limit 500
