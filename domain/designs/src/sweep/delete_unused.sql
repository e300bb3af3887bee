-- Deletes those of the designs $2 that are in no cart and no order.
delete from designs design
where design.site_id = $1
and design.id = any ($2)
and not exists (
    select
    from used_designs used
    where used.site_id = $1
    and used.design_uuid = design.uuid
    offset 0
)
