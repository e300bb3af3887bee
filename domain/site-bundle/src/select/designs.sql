select row_to_json(item)::text
from (
    select design.id, design.product_id as "productId", design.style_id as "styleId", design.name,
        design.layers::jsonb as layers, design.style_overrides::jsonb as "styleOverrides", design.position as "order"
    from designs design
    where design.site_id = $1
    and design.is_template
--[some] and design.id = any($2)
    order by design.id
) item
