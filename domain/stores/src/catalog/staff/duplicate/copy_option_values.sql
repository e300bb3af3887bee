-- Copies the values of the options $2 to their copies $3. Returns both ids of each.
with copied as materialized (
    select
        value.id as original,
        nextval(pg_get_serial_sequence('product_option_values', 'id')) as copy,
        option.copy as option_id,
        value.value,
        value.label,
        value.position
    from unnest($2::bigint[], $3::bigint[]) option (original, copy)
    join product_option_values value on value.site_id = $1 and value.option_id = option.original
),
inserted as (
    insert into product_option_values (site_id, id, option_id, value, label, position, created_at)
    select $1, copied.copy, copied.option_id, copied.value, copied.label, copied.position, $4
    from copied
)
select copied.original, copied.copy
from copied
