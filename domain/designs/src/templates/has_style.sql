select exists (
    select
    from product_styles style
    where style.site_id = $1
    and style.product_id = $2
    and style.id = $3
)
