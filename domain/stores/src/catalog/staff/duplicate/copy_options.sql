-- Copies the options of the product $2 to the product $3. Returns both ids of each.
with copied as materialized (
    select
        option.id as original,
        nextval(pg_get_serial_sequence('product_options', 'id')) as copy,
        option.name,
        option.position
    from product_options option
    where option.site_id = $1
    and option.product_id = $2
),
inserted as (
    insert into product_options (site_id, id, product_id, name, position, created_at)
    select $1, copied.copy, $3, copied.name, copied.position, $4
    from copied
)
select copied.original, copied.copy
from copied
