-- Finds the active product by its id ($2), or else by its slug ($3), and returns one row with its styles. Returns no
-- row if the site has no such product.
select
    array(
        select row(
            style.id,
            style.product_id,
            style.name,
            style.active,
            style.position, -- order
            array(
                select row(
                    side.id,
                    side.style_id,
                    side.name,
                    side.slug,
                    side.mockup_image,
                    side.print_area_x,
                    side.print_area_y,
                    side.print_area_width,
                    side.print_area_height,
                    side.position -- order
                )
                from product_style_sides side
                where side.site_id = $1 and side.style_id = style.id
                order by side.position, side.id
            ) -- sides
        )
        from product_styles style
        where style.site_id = $1 and style.product_id = product.id and style.active
        order by style.position, style.id
    ) as styles
from products product
where product.site_id = $1
and (product.id = $2 or product.slug = normalize($3, nfc))
and product.status = 'active'
order by product.id = $2 desc
limit 1
