-- What the `product` of the site $1 has in every shape; `category` is its active one. `public` is what everyone may
-- see: no cost, and of the metadata only the keys $3.
product.id,
product.site_id as website_id,
category.id as category_id,
product.name,
product.slug,
product.description,
product.short_description,
product.price,
product.compare_at_price,
--[!public] product.cost_price,
--[public] null::bigint as cost_price,
product.sku,
product.barcode,
product.track_inventory,
product.quantity,
product.weight,
product.weight_unit,
product.length_in,
product.width_in,
product.height_in,
product.status,
product.featured,
product.is_designable,
product.designable,
product.seo_title,
product.seo_description,
product.tags,
--[!public] product.metadata,
--[public !keys] null::jsonb as metadata,
--[public keys] (
--[public keys]     select jsonb_object_agg(entry.key, entry.value)
--[public keys]     from jsonb_each(
--[public keys]         case when jsonb_typeof(product.metadata) = 'object' then product.metadata end
--[public keys]     ) entry
--[public keys]     where entry.key = any ($3)
--[public keys] ) as metadata,
product.created_at,
product.updated_at,
array(
    select row(
        image.id,
        image.product_id,
        image.url,
        image.alt,
        image.position, -- order
        image.created_at
    )
    from product_images image
    where image.site_id = $1 and image.product_id = product.id
    order by image.position, image.id
) as images,
