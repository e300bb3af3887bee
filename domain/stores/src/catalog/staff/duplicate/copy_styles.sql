-- Copies the styles of the product $2 to the product $3. Returns both ids of each.
with copied as materialized (
    select
        style.id as original,
        nextval(pg_get_serial_sequence('product_styles', 'id')) as copy,
        style.name,
        style.active,
        style.position
    from product_styles style
    where style.site_id = $1
    and style.product_id = $2
),
inserted as (
    insert into product_styles (site_id, id, product_id, name, active, position)
    select $1, copied.copy, $3, copied.name, copied.active, copied.position
    from copied
)
select copied.original, copied.copy
from copied
