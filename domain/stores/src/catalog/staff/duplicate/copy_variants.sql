-- Copies the variants of the product $2 to the product $3. A stock of a copy is 0. Returns both ids of each.
with copied as materialized (
    select variant.id as original, nextval(pg_get_serial_sequence('product_variants', 'id')) as copy
    from (
        select variant.id
        from product_variants variant
        where variant.site_id = $1
        and variant.product_id = $2
        order by variant.id
    ) variant
),
inserted as (
    insert into product_variants (
        site_id, id, product_id, version, name, price, compare_at_price, cost_price, quantity, weight, length_in,
        width_in, height_in, image, active, created_at, updated_at
    )
    select
        $1,
        copied.copy,
        $3,
        (extract(epoch from $4::timestamptz) * 1000)::bigint,
        variant.name,
        variant.price,
        variant.compare_at_price,
        variant.cost_price,
        case when variant.quantity is not null then 0 end,
        variant.weight,
        variant.length_in,
        variant.width_in,
        variant.height_in,
        variant.image,
        variant.active,
        $4,
        $4
    from copied
    join product_variants variant on variant.site_id = $1 and variant.id = copied.original
)
select copied.original, copied.copy
from copied
